/** A peer behind a MessagePort dies without any event; the Web Lock that it holds is then free. */

/** What is needed of `navigator.locks`. */
export interface Locks {
  request(name: string, options: LockOptions, callback: () => unknown): Promise<unknown>;
}

/**
 * Hold a lock of a fresh name until this context ends.
 *
 * @returns the lock's name, once it is held
 */
export function holdLock(locks: Locks, prefix: string): Promise<string> {
  const name = `${prefix}-${crypto.randomUUID()}`;
  return new Promise((resolve, reject) => {
    locks
      .request(name, {}, () => {
        resolve(name);
        return new Promise<never>(() => {});
      })
      .catch(reject);
  });
}

/** Call `onDeath` once the holder of `name` is gone, unless `signal` aborts first. */
export function watchLock(locks: Locks, name: string, signal: AbortSignal, onDeath: () => void): void {
  locks
    .request(name, { mode: "shared", signal }, () => {
      if (!signal.aborted) onDeath();
    })
    .catch((error: unknown) => {
      // Aborting the wait rejects it; anything else is a lock manager that cannot be used at all.
      if (!signal.aborted) throw error;
    });
}

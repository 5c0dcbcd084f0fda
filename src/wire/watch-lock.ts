/** A peer behind a MessagePort dies without any event, but the Web Lock that it held is released. */

/** The part of `navigator.locks` that is used here. */
export interface Locks {
  request(name: string, options: LockOptions, callback: () => unknown): Promise<unknown>;
}

/**
 * Hold a lock with a unique name until this context ends.
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

/** Call `onDeath` once the lock `name` is released, unless `signal` aborts first. */
export function watchLock(locks: Locks, name: string, signal: AbortSignal, onDeath: () => void): void {
  locks
    .request(name, { mode: "shared", signal }, () => {
      if (!signal.aborted) onDeath();
    })
    .catch((error: unknown) => {
      // Aborting rejects the request; any other error means that the lock manager is unusable.
      if (!signal.aborted) throw error;
    });
}

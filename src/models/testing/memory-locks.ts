/** A lock manager that runs one at a time per name, and lets those that wait go. */
export function memoryLocks(): Pick<LockManager, "request"> {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, { signal }: LockOptions, run: () => Promise<unknown>) => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const before = last.get(name) ?? Promise.resolve();
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason)),
    );
    const turn = Promise.race([before, aborted]);
    const result = turn.then(run);
    last.set(
      name,
      Promise.allSettled([before, result]).then(() => undefined),
    );
    return result;
  };
  // The tests' subjects call it in this form only.
  return { request } as unknown as Pick<LockManager, "request">;
}

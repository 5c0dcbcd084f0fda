import type { Locks } from "../watch-lock.ts";

/** Web Locks for tests in Node: one holder of a name at a time, in the order of the requests. */
export class TestLocks implements Locks {
  readonly #tails = new Map<string, Promise<unknown>>();

  request(name: string, { signal }: LockOptions, callback: () => unknown): Promise<unknown> {
    const turn = (this.#tails.get(name) ?? Promise.resolve()).then(() => {
      signal?.throwIfAborted();
      return callback();
    });
    this.#tails.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  }
}

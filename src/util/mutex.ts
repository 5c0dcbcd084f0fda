import { deferred } from "./deferred.ts";

/** Gives the lock back. Calling it again does nothing. */
export type Release = () => void;

/** A lock with one holder at a time, granted in the order of the calls. */
export class Mutex {
  /** Resolves once the last caller so far has released the lock. */
  #last: Promise<void> = Promise.resolve();

  async acquire(): Promise<Release> {
    const before = this.#last;
    const { promise, resolve } = deferred();
    this.#last = promise;
    await before;
    return resolve;
  }

  /** Runs `work` with the lock held and settles as it does. */
  async runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
}

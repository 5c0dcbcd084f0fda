import type { Waiting } from "../../contract/stream-part.ts";
import { sleep } from "../../util/sleep.ts";

export interface WaitingFeedOptions {
  /** Minimum time between two states, in milliseconds. */
  readonly intervalMs: number;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** States of a wait, throttled for a consumer that may pull rarely: only the latest state is kept. */
export class WaitingFeed {
  readonly #options: Required<WaitingFeedOptions>;
  #latest: Waiting | undefined;
  #returnedAt = -Infinity;
  #wake = () => {};
  #pending: Promise<Waiting> | undefined;

  constructor({ intervalMs, now = () => performance.now(), sleep: wait = sleep }: WaitingFeedOptions) {
    this.#options = { intervalMs, now, sleep: wait };
  }

  report(waiting: Waiting): void {
    this.#latest = waiting;
    this.#wake();
  }

  /** The latest state that was not returned yet, once there is one and the interval has passed. */
  async next(): Promise<Waiting> {
    const due = this.#pending === undefined ? this.#takeIfDue() : undefined;
    if (due !== undefined) return due;
    // A call while one is pending shares its result: two of them would take states from each other.
    this.#pending ??= this.#wait();
    return this.#pending;
  }

  async #wait(): Promise<Waiting> {
    for (;;) {
      if (this.#remainingMs() > 0) await this.#options.sleep(this.#remainingMs());
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      const due = this.#takeIfDue();
      if (due !== undefined) return due;
    }
  }

  #takeIfDue(): Waiting | undefined {
    if (this.#latest === undefined || this.#remainingMs() > 0) return undefined;
    const waiting = this.#latest;
    this.#latest = undefined;
    this.#pending = undefined;
    this.#returnedAt = this.#options.now();
    return waiting;
  }

  #remainingMs(): number {
    return this.#returnedAt + this.#options.intervalMs - this.#options.now();
  }
}

/** Yields the states in `feed` until `work` settles, then returns or throws as it does. */
export async function* statesDuring<Result>(
  work: Promise<Result>,
  feed: WaitingFeed,
): AsyncGenerator<Waiting, Result> {
  const done = work.then((result) => ({ result }));
  // Nobody handles a rejection while the consumer does not pull.
  done.catch(() => {});
  for (;;) {
    const next = await Promise.race([done, feed.next()]);
    if ("result" in next) return next.result;
    yield next;
  }
}

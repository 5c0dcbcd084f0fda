import type { Waiting } from "../../contract/stream-part.ts";

/** Progress of a wait, for a reader who looks now and then: only the newest state is kept. */
export interface WaitingFeed {
  report(waiting: Waiting): void;
  /** The newest state that was not given yet: as soon as there is one, and no sooner than the interval allows. */
  next(): Promise<Waiting>;
}

export interface WaitingFeedOptions {
  /** The least time between two states, in milliseconds. */
  readonly intervalMs: number;
  /** Milliseconds, on a clock that never goes back. */
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
}

export function createWaitingFeed({
  intervalMs,
  now = () => performance.now(),
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: WaitingFeedOptions): WaitingFeed {
  let newest: Waiting | undefined;
  let wake = () => {};
  let givenAt = -Infinity;
  let pending: Promise<Waiting> | undefined;

  const remainingMs = () => givenAt + intervalMs - now();

  function give(waiting: Waiting): Waiting {
    newest = undefined;
    pending = undefined;
    givenAt = now();
    return waiting;
  }

  async function wait(): Promise<Waiting> {
    for (;;) {
      if (remainingMs() > 0) await sleep(remainingMs());
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (newest !== undefined && remainingMs() <= 0) return give(newest);
    }
  }

  return {
    report(waiting) {
      newest = waiting;
      wake();
    },
    async next() {
      if (pending === undefined && newest !== undefined && remainingMs() <= 0) return give(newest);
      // An earlier question without an answer is the same question: two of them would take states from each other.
      pending ??= wait();
      return pending;
    },
  };
}

/** Yields what is reported until `work` settles, then returns or throws as it does. */
export async function* whileWaiting<Result>(
  work: Promise<Result>,
  feed: WaitingFeed,
): AsyncGenerator<Waiting, Result> {
  const done = work.then((result) => ({ result }));
  // While the consumer is not looking, a failure has nobody who handles it yet.
  done.catch(() => {});
  for (;;) {
    const next = await Promise.race([done, feed.next()]);
    if ("result" in next) return next.result;
    yield next;
  }
}

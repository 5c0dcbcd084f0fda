import type { Waiting } from "../engine.ts";

/** What a wait is at, for one who looks now and then: only the newest state is kept. */
export interface WaitingFeed {
  report(waiting: Waiting): void;
  /** The newest state that was not given yet, as soon as there is one. */
  next(): Promise<Waiting>;
}

export function createWaitingFeed(): WaitingFeed {
  let newest: Waiting | undefined;
  let wake = () => {};
  return {
    report(waiting) {
      newest = waiting;
      wake();
    },
    async next() {
      for (;;) {
        const waiting = newest;
        newest = undefined;
        if (waiting !== undefined) return waiting;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
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

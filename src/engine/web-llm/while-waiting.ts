import type { Waiting } from "../engine.ts";

/** What a wait is at, for whoever looks: only the newest state is kept. */
export interface WaitingFeed {
  report(waiting: Waiting): void;
  /** Resolves at the next report. */
  next(): Promise<Waiting>;
}

export function createWaitingFeed(): WaitingFeed {
  let resolveUpcoming: (waiting: Waiting) => void = () => {};
  let upcoming: Promise<Waiting>;
  const renew = () => {
    upcoming = new Promise((resolve) => {
      resolveUpcoming = resolve;
    });
  };
  renew();
  return {
    report(waiting) {
      resolveUpcoming(waiting);
      renew();
    },
    next: () => upcoming,
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

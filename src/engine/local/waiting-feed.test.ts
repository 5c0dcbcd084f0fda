import { describe, expect, it } from "vitest";
import { statesDuring, WaitingFeed } from "./waiting-feed.ts";

/** A clock that only `advance` moves. */
function manualClock() {
  let now = 0;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((wake) => sleepers.push({ at: now + ms, wake })),
    async advance(ms: number) {
      now += ms;
      for (const { at, wake } of sleepers) if (at <= now) wake();
      // Lets everything that woke up run to its next wait.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe("statesDuring", () => {
  it("yields the latest state each time, then returns the result", async () => {
    const feed = new WaitingFeed({ intervalMs: 0 });
    let finish: (result: string) => void = () => {};
    const waits = statesDuring(new Promise<string>((resolve) => (finish = resolve)), feed);
    const first = waits.next();
    feed.report({ phase: "download", fraction: 0.1 });
    expect(await first).toEqual({ done: false, value: { phase: "download", fraction: 0.1 } });
    feed.report({ phase: "download", fraction: 0.2 });
    feed.report({ phase: "verify" });
    expect(await waits.next()).toEqual({ done: false, value: { phase: "verify" } });
    const last = waits.next();
    finish("done");
    expect(await last).toEqual({ done: true, value: "done" });
  });

  it("throws the error of the work", async () => {
    const waits = statesDuring(Promise.reject(new Error("no")), new WaitingFeed({ intervalMs: 0 }));
    await expect(waits.next()).rejects.toThrow("no");
  });

  it("yields at most one state in an interval, and the last state after the reports stop", async () => {
    const clock = manualClock();
    const feed = new WaitingFeed({ intervalMs: 250, ...clock });
    let finish: () => void = () => {};
    const given: [number, number | undefined][] = [];
    const consumer = (async () => {
      const work = new Promise<void>((resolve) => (finish = resolve));
      for await (const { fraction } of statesDuring(work, feed)) given.push([clock.now(), fraction]);
    })();
    // A report every 10 ms for a second, then none.
    for (let report = 0; report < 100; report += 1) {
      feed.report({ phase: "download", fraction: report / 1000 });
      await clock.advance(0);
      await clock.advance(10);
    }
    await clock.advance(250);
    await clock.advance(10_000);
    finish();
    await consumer;
    expect(given.map(([at]) => at)).toEqual([0, 250, 500, 750, 1000]);
    expect(given.at(-1)).toEqual([1000, 0.099]);
  });
});

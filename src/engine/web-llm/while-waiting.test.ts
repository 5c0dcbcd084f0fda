import { describe, expect, it } from "vitest";
import { createWaitingFeed, whileWaiting } from "./while-waiting.ts";

describe("whileWaiting", () => {
  it("yields the newest report each time, then returns the result", async () => {
    const feed = createWaitingFeed();
    let finish: (result: string) => void = () => {};
    const waits = whileWaiting(new Promise<string>((resolve) => (finish = resolve)), feed);
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

  it("throws what the work throws", async () => {
    const waits = whileWaiting(Promise.reject(new Error("no")), createWaitingFeed());
    await expect(waits.next()).rejects.toThrow("no");
  });
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { betweenReplies, holdReplyLock } from "./reply-lock.ts";

let page: EventTarget;
/** Number of holders of the lock. */
let holders: number;

beforeEach(() => {
  page = new EventTarget();
  holders = 0;
  const request = async (_name: string, { ifAvailable }: LockOptions, work: (lock: unknown) => unknown) => {
    if (ifAvailable && holders > 0) return work(null);
    holders += 1;
    try {
      return await work({});
    } finally {
      holders -= 1;
    }
  };
  vi.stubGlobal("navigator", { locks: { request } });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("work that must not interrupt a reply waits until none is under way", async () => {
  const { signal } = new AbortController();
  const releases = [await holdReplyLock(signal), await holdReplyLock(signal)];
  const work = vi.fn<() => Promise<string>>(async () => "done");
  const result = betweenReplies(work);
  for (const release of releases) {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(work).not.toHaveBeenCalled();
    release();
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toBe("done");
  expect(work).toHaveBeenCalledOnce();
});

test("a page that is closed or enters the back/forward cache releases the lock", async () => {
  const { signal } = new AbortController();
  const release = await holdReplyLock(signal);
  await holdReplyLock(signal);
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(holders).toBe(1);
  page.dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(0);
  expect(holders).toBe(0);
});

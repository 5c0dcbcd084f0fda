/** The worker for llama.cpp runs in one tab, and another tab takes over when that one closes or is left. */
import type { Page } from "@playwright/test";
import { expect, test } from "../../support/cpu-host-test.ts";

/**
 * In the page: a reply, which is the number of the CPU worker that runs for it. The host learns of a worker's end
 * some milliseconds later.
 */
async function ask(): Promise<string | null | undefined> {
  const { choices } = await client.chat.completions.create({
    model: "fixture-length",
    messages: [{ role: "user", content: "Which worker?" }],
  });
  return choices[0]?.message.content;
}

/** The number of CPU workers in each of the tabs. */
const workersOf = (...tabs: readonly Page[]) => tabs.map((tab) => tab.workers().length);

test("all tabs use one worker, and another tab gets one when its tab is closed", async ({ openTab }) => {
  const [first, second] = [await openTab(), await openTab()];
  expect(await first.evaluate(ask)).toBe("worker 1");
  expect(await second.evaluate(ask)).toBe("worker 1");
  // The latest to report that it is visible.
  expect(workersOf(first, second)).toEqual([0, 1]);
  await second.close();
  await expect.poll(() => first.evaluate(ask)).toBe("worker 2");
  expect(workersOf(first)).toEqual([1]);
});

test("a tab that is left ends its worker, and can start one when it comes back from the cache", async ({
  openTab,
}) => {
  const [first, second] = [await openTab(), await openTab()];
  expect(await first.evaluate(ask)).toBe("worker 1");
  await second.evaluate(() => {
    globalThis.addEventListener("pageshow", ({ persisted }) => (globalThis.cameBack = persisted));
  });
  await second.goto("about:blank");
  await expect.poll(() => first.evaluate(ask)).toBe("worker 2");
  expect(workersOf(first)).toEqual([1]);

  // A page that comes back from the cache fires no load event.
  await second.goBack({ waitUntil: "commit" });
  await expect.poll(() => second.evaluate(() => globalThis.cameBack)).toBe(true);
  expect(await second.evaluate(ask)).toBe("worker 2");
  await first.close();
  await expect.poll(() => second.evaluate(ask)).toBe("worker 3");
  expect(workersOf(second)).toEqual([1]);
});

declare global {
  /** The page was in the back/forward cache. */
  var cameBack: boolean | undefined;
}

test("a worker that stops answering is replaced, and its page ends it", async ({ openTab }) => {
  const [first, second] = [await openTab(), await openTab()];
  expect(await first.evaluate(ask)).toBe("worker 1");
  const [worker] = second.workers();
  await worker?.evaluate(() => {
    setTimeout(() => {
      for (;;);
    });
  });
  // The host waits 15 to 20 s for an answer.
  await expect.poll(() => first.evaluate(ask), { timeout: 60_000 }).toBe("worker 2");
  await expect.poll(() => worker !== undefined && second.workers().includes(worker)).toBe(false);
});

test("the page of a host in a dedicated worker starts the worker", async ({ context, openTab }) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "SharedWorker");
  });
  const tab = await openTab();
  expect(await tab.evaluate(ask)).toBe("worker 1");
  expect(await tab.evaluate(ask)).toBe("worker 1");
  // The host and the CPU worker.
  expect(workersOf(tab)).toEqual([2]);
});

/**
 * A tab that learns that it is being frozen hands over at once. One that is frozen without any event keeps its Web Locks
 * and answers nothing: other tabs go on without it after 15 to 20 s, and it ends its workers once it is resumed.
 */
import type { Page } from "@playwright/test";
import { setLifecycleState, withFreezableTabs } from "../../support/freezable-tabs.ts";
import { countWorkers, expect, leaderOf, test as base } from "../../support/leader-test.ts";
import { askWhole, expectRetryable, openReply } from "../../support/replies.ts";
import { processOfWorker } from "../../support/tab-process.ts";
import { withBrowser } from "../../support/with-browser.ts";

const test = base.extend({
  // A new one for each test: the process of its first tab has the service worker.
  tabContext: ({ site: _ }, use) => withBrowser(use),
});

/**
 * Opens a reply in `tab` and stops a process in the middle of it. The reply fails, and those to later requests of both
 * tabs are whole. Then the process goes on.
 */
async function replaceWhileStopped(processId: number, tab: Page, other: Page, whole: string): Promise<void> {
  await tab.evaluate(openReply);
  process.kill(processId, "SIGSTOP");
  try {
    const next = other.evaluate(askWhole, { maxRetries: 2 });
    expectRetryable(await tab.evaluate(() => restOfReply()), whole);
    expect(await next).toBe(whole);
    expect(await tab.evaluate(askWhole)).toBe(whole);
  } finally {
    process.kill(processId, "SIGCONT");
  }
}

test("a leader that the browser freezes hands over at once", async ({ site }) => {
  await withFreezableTabs(site.url, async (openTab) => {
    const [first, second] = [await openTab(), await openTab()];
    const whole = await second.evaluate(askWhole);
    expect([first.workers().length, second.workers().length]).toEqual([1, 0]);
    await second.evaluate(openReply);

    await setLifecycleState(first, "frozen");
    expectRetryable(await second.evaluate(() => restOfReply()), whole);
    expect(await second.evaluate(askWhole)).toBe(whole);
    expect([first.workers().length, second.workers().length]).toEqual([0, 1]);

    await setLifecycleState(first, "active");
    expect(await first.evaluate(askWhole)).toBe(whole);
    expect([first.workers().length, second.workers().length]).toEqual([0, 1]);
  });
});

for (const engine of ["web-llm", "wllama"] as const) {
  test(`a frozen leader is replaced, on ${engine} @long`, async ({ openTab, openIdleTab }) => {
    test.setTimeout(180_000);
    // The service worker runs in the process of the first tab, which has to go on.
    const bystander = await openIdleTab();
    const [frozen, second, third] = [await openTab(), await openTab(), await openTab()];
    const tabs = [bystander, frozen, second, third];
    await frozen.evaluate((chosen) => insitu.settings.set({ engine: chosen }), engine);
    expect(await leaderOf(tabs)).toBe(frozen);
    const leader = processOfWorker("dedicated");
    expect(processOfWorker("service")).not.toBe(leader);

    const whole = await second.evaluate(askWhole);
    await replaceWhileStopped(leader, second, third, whole);

    await expect.poll(() => countWorkers([frozen])).toEqual([0, 0]);
    expect(await frozen.evaluate(askWhole)).toBe(whole);
    expect(await countWorkers(tabs)).toEqual([1, engine === "wllama" ? 1 : 0]);
    expect(await leaderOf(tabs)).not.toBe(frozen);
  });
}

test.describe("with a SharedWorker as host", () => {
  test.use({ sharedWorkers: "present" });

  test("the worker for llama.cpp in a frozen tab is replaced @long", async ({ openTab }) => {
    test.setTimeout(180_000);
    // The SharedWorker and the service worker run in the process of the first tab, which has to go on.
    const [bystander, second, frozen] = [await openTab(), await openTab(), await openTab()];
    await bystander.evaluate(() => insitu.settings.set({ engine: "wllama" }));
    const whole = await second.evaluate(askWhole);
    // The latest tab that reported that it is visible.
    expect(await countWorkers([frozen])).toEqual([0, 1]);
    const own = processOfWorker("dedicated");
    expect([processOfWorker("service"), processOfWorker("shared")]).not.toContain(own);

    await replaceWhileStopped(own, second, bystander, whole);

    await expect.poll(() => countWorkers([frozen])).toEqual([0, 0]);
    expect(await frozen.evaluate(askWhole)).toBe(whole);
    expect(await countWorkers([bystander, second, frozen])).toEqual([0, 1]);
  });
});

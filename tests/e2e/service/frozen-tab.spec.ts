/**
 * A tab that learns that it is being frozen hands over at once. One that is frozen without any event keeps its Web Locks
 * and answers nothing: other tabs go on without it after 15 to 20 s, and it ends its workers once it is resumed.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { setLifecycleState, withFreezableTabs } from "../../support/freezable-tabs.ts";
import { countWorkers, expect, leaderOf, test as base } from "../../support/leader-test.ts";
import { askWhole, expectRetryable, openReply } from "../../support/replies.ts";
import { processOf } from "../../support/tab-process.ts";
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

test("a leader that is frozen without any event is replaced @long", async ({
  tabContext,
  openTab,
  openIdleTab,
}) => {
  test.setTimeout(180_000);
  // The service worker runs in the process of the first tab, which has to go on.
  const bystander = await openIdleTab();
  const frozen = await openTab();
  const [second, third] = [await openTab(), await openTab()];
  const tabs = [bystander, frozen, second, third];
  expect(await leaderOf(tabs)).toBe(frozen);
  const whole = await second.evaluate(askWhole);
  const own = await processOf(frozen);
  expect(await processOf(serviceWorkerOf(tabContext))).not.toBe(own);
  await replaceWhileStopped(own, second, third, whole);

  await expect.poll(() => countWorkers([frozen])).toEqual([0, 0]);
  expect(await frozen.evaluate(askWhole)).toBe(whole);
  expect(await countWorkers(tabs)).toEqual([1, 0]);
  expect(await leaderOf(tabs)).not.toBe(frozen);
});

function serviceWorkerOf(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error("There is no service worker.");
  return worker;
}

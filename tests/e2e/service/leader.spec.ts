/** Where no SharedWorker can run the engine, one tab runs it for all tabs, and another takes over when that one goes. */
import type { Page } from "@playwright/test";
import { countWorkers, expect, leaderOf, test } from "../../support/leader-test.ts";
import { askWhole, expectRetryable, openReply } from "../../support/replies.ts";

declare global {
  /** The page was in the back/forward cache. */
  var cameBack: boolean | undefined;
}

const hostOf = (tab: Page) => tab.evaluate(async () => (await insitu.status()).host);

for (const engine of ["web-llm", "wllama"] as const) {
  test(`three tabs have one worker and one model, on ${engine}`, async ({ openTab }) => {
    const tabs = [await openTab(), await openTab(), await openTab()];
    await tabs[0]?.evaluate((chosen) => insitu.settings.set({ engine: chosen }), engine);
    const replies = await Promise.all(tabs.map((tab) => tab.evaluate(askWhole)));
    expect(new Set(replies).size).toBe(1);
    expect(replies[0]?.length).toBeGreaterThan(100);
    expect(await countWorkers(tabs)).toEqual([1, engine === "wllama" ? 1 : 0]);
    const hosts = await Promise.all(tabs.map(hostOf));
    expect(hosts[0]).toMatchObject({ kind: "dedicated-worker", engine: { name: engine } });
    expect(new Set(hosts.map(({ instance }) => instance)).size).toBe(1);
  });
}

/** The ways in which the tab that leads can go. Taking over is the same for all. */
const departures: Readonly<Record<string, (tab: Page) => Promise<unknown>>> = {
  "is closed": (tab) => tab.close(),
  "is left @long": (tab) => tab.goto("about:blank"),
  "is reloaded @long": (tab) => tab.reload(),
  "crashes @long": async (tab) => {
    const crashed = tab.waitForEvent("crash");
    const session = await tab.context().newCDPSession(tab);
    session.send("Page.crash").catch(() => {});
    await crashed;
  },
};

for (const [departure, depart] of Object.entries(departures)) {
  test(`a reply fails and another tab takes over when the tab that leads ${departure}`, async ({
    openIdleTab,
    openTab,
  }) => {
    // The service worker runs in the process of the first tab of the browser, which must not be the one that crashes.
    await openIdleTab();
    const tabs = [await openTab(), await openTab(), await openTab()];
    const [first, second, third] = tabs;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error("There are three.");
    expect(await leaderOf(tabs)).toBe(first);
    const whole = await second.evaluate(askWhole);
    const { instance } = await hostOf(second);

    await second.evaluate(openReply);
    await depart(first);
    const cut = await second.evaluate(() => restOfReply());
    expectRetryable(cut, whole);
    expect(await third.evaluate(askWhole)).toBe(whole);
    const left = [second, third];
    expect(await leaderOf(left)).toBe(third);
    expect(await countWorkers(left)).toEqual([1, 0]);
    expect((await hostOf(second)).instance).not.toBe(instance);

    // Between requests, too.
    await depart(third);
    expect(await second.evaluate(askWhole)).toBe(whole);
    expect(await leaderOf([second])).toBe(second);
  });
}

test("a tab that comes back from the cache follows the tab that leads now", async ({ openTab }) => {
  const [first, second] = [await openTab(), await openTab()];
  await first.evaluate(() => insitu.settings.set({ engine: "wllama" }));
  const whole = await first.evaluate(askWhole);
  await first.evaluate(() => {
    globalThis.addEventListener("pageshow", ({ persisted }) => (globalThis.cameBack = persisted));
  });
  await first.goto("about:blank");
  expect(await second.evaluate(askWhole)).toBe(whole);
  // A page that comes back from the cache fires no load event.
  await first.goBack({ waitUntil: "commit" });
  await expect.poll(() => first.evaluate(() => globalThis.cameBack)).toBe(true);
  expect(await first.evaluate(askWhole)).toBe(whole);
  expect(await leaderOf([first, second])).toBe(second);
  await second.close();
  expect(await first.evaluate(askWhole)).toBe(whole);
  expect(await leaderOf([first])).toBe(first);
});

test.describe("where SharedWorkers have no GPU adapter, but tabs have", () => {
  test.use({ sharedWorkers: "without-gpu" });

  test("one tab has the worker for all", async ({ openTab }) => {
    const tabs = [await openTab(), await openTab()];
    const replies = await Promise.all(tabs.map((tab) => tab.evaluate(askWhole)));
    expect(new Set(replies).size).toBe(1);
    expect(await countWorkers(tabs)).toEqual([1, 0]);
    const [first, second] = await Promise.all(tabs.map(hostOf));
    expect(second).toMatchObject({ kind: "dedicated-worker", engine: { name: "web-llm" } });
    expect(second?.instance).toBe(first?.instance);
  });
});

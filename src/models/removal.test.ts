import { beforeEach, describe, expect, it } from "vitest";
import { openTestEngineBrowser, type TestBrowser } from "./testing/test-browser.ts";
import { HEADER, WEIGHTS } from "./testing/test-engine.ts";
import type { TestHost } from "./testing/test-host.ts";

let host: TestHost;
let browser: TestBrowser;

beforeEach(async () => {
  ({ host, browser } = await openTestEngineBrowser());
});

describe.each(["known", "listed"])("removal of a %s model", (id) => {
  it("removes everything of an unfinished install", async () => {
    const { installer, installUntil, stateOf } = browser.openTab();
    const { installing } = await installUntil(WEIGHTS, id);
    await installer.remove(id);
    await expect(installing).rejects.toMatchObject({ name: "InstallPausedError" });
    expect(browser.caches.keys()).toEqual([]);
    expect(browser.unloaded).toContain(id);
    expect(await stateOf(id)).toEqual({ type: "not-installed" });
  });

  it("ends the install in another tab, which writes nothing afterwards", async () => {
    const [first, second] = [browser.openTab(), browser.openTab()];
    const { installing } = await first.installUntil(WEIGHTS, id);
    await second.installer.remove(id);
    expect([browser.caches.keys(), await browser.store.listModelRows()]).toEqual([[], []]);
    await expect(installing).rejects.toMatchObject({ name: "InstallPausedError" });
    expect([browser.caches.keys(), await browser.store.listModelRows()]).toEqual([[], []]);
  });

  it("lets an install wait that starts meanwhile", async () => {
    const first = browser.openTab();
    await first.installer.install(id);
    let again: Promise<void> | undefined;
    const second = browser.openTab({ onRemoved: () => void (again = first.installer.install(id)) });
    host.requests.length = 0;
    await second.installer.remove(id);
    await again;
    expect(host.requests).toEqual([HEADER, WEIGHTS]);
    expect(await first.stateOf(id)).toMatchObject({ type: "installed" });
  });

  it("removes nothing where another tab goes on installing, and says so", async () => {
    const [first, second] = [browser.openTab({ isResponsive: false }), browser.openTab()];
    const { installing } = await first.installUntil(WEIGHTS, id);
    const before = browser.caches.keys();
    await expect(second.installer.remove(id)).rejects.toMatchObject({
      code: "in-use",
      message: expect.stringContaining("close that tab"),
    });
    expect(browser.caches.keys()).toEqual(before);
    await Promise.all([first.installer.pause(id), expect(installing).rejects.toThrow("paused")]);
  });
});

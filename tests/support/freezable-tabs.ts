/**
 * Tabs that the browser can freeze. Playwright emulates focus, so that no tab is hidden, and only hidden tabs are frozen:
 * these are driven by Puppeteer.
 */
import puppeteer, { type Page } from "puppeteer-core";
import { temporaryProfile } from "../../cli/ask/profile.ts";
import { requireChromium } from "../../cli/browser.ts";
import { connectHere } from "./connected-page.ts";

/** Opens a tab that is connected to the engine's host, in a browser without SharedWorker. The others are hidden then. */
export type OpenFreezableTab = () => Promise<Page>;

/** Run `use` with a browser that has an empty profile, and close the browser even if `use` throws. */
export async function withFreezableTabs(
  siteUrl: string,
  use: (openTab: OpenFreezableTab) => Promise<void>,
): Promise<void> {
  const profile = temporaryProfile();
  const browser = await puppeteer.launch({
    executablePath: await requireChromium(),
    userDataDir: profile.folder,
    headless: true,
    handleSIGINT: false,
    args: ["--enable-unsafe-webgpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  try {
    await use(async () => {
      const tab = await browser.newPage();
      await tab.evaluateOnNewDocument(() => {
        Reflect.deleteProperty(globalThis, "SharedWorker");
      });
      await tab.goto(new URL("blank.html", siteUrl).href);
      await tab.evaluate(connectHere);
      await tab.evaluate(() => insitu.status());
      return tab;
    });
  } finally {
    await browser.close();
    profile.release();
  }
}

/** Freeze a hidden tab, or resume it: https://wicg.github.io/page-lifecycle/ */
export async function setLifecycleState(tab: Page, state: "frozen" | "active"): Promise<void> {
  const session = await tab.createCDPSession();
  await session.send("Page.setWebLifecycleState", { state });
  await session.detach();
}

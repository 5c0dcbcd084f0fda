/** WCAG 2.2 AA and what goes with it, on every view: automatic checks of the real pages. */
import type { Page } from "@playwright/test";
import {
  axeViolations,
  hiddenControls,
  runningAnimations,
  sidewaysScrolls,
  unreachableControls,
} from "./support/page-checks.ts";
import { expect, test } from "./support/test.ts";

const VIEWS = ["chat", "models", "keys", "connect", "status", "settings"] as const;
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;
const THEMES = ["light", "dark"] as const;

/** Show a view, and wait for what it shows when it is connected. */
async function show(page: Page, url: string, view: (typeof VIEWS)[number]): Promise<void> {
  await page.goto(`${url}#/${view}`);
  await expect(page.getByRole("link", { name: view })).toHaveAttribute("aria-current", "page");
  if (view === "chat") await expect(page.getByRole("textbox", { name: /message/i })).toBeVisible();
  else await expect(page.getByRole("heading", { level: 2, name: view })).toBeVisible();
  // "Connecting…", "Reading the settings…", "Measuring…"
  await expect(page.locator("main .soft", { hasText: "…" })).toHaveCount(0);
}

async function expectNoViolations(page: Page, state: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await axeViolations(page), `${state}, ${size.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

test("no view violates WCAG 2.2 AA, in either theme, on a phone or a laptop", async ({ tab, site }) => {
  for (const view of VIEWS) {
    await show(tab, site.url, view);
    await expectNoViolations(tab, view);
  }
});

test("every view fits 360 px and reads from right to left, and Tab reaches all of it", async ({
  tab,
  site,
}) => {
  await tab.emulateMedia({ reducedMotion: "reduce" });
  for (const view of VIEWS) {
    await show(tab, site.url, view);
    for (const { width, dir } of [
      { width: 360, dir: "ltr" },
      { width: 360, dir: "rtl" },
      { width: 1280, dir: "rtl" },
    ]) {
      await tab.setViewportSize({ width, height: 740 });
      await tab.evaluate((to) => void (document.documentElement.dir = to), dir);
      expect.soft(await sidewaysScrolls(tab), `${view}, ${width} px, ${dir}`).toEqual([]);
      expect.soft(await hiddenControls(tab), `${view}, ${width} px, ${dir}`).toEqual([]);
      expect.soft(await runningAnimations(tab), `${view}, ${width} px, ${dir}`).toEqual([]);
    }
    await tab.evaluate(() => void (document.documentElement.dir = "ltr"));
    expect.soft(await unreachableControls(tab), view).toEqual([]);
  }
});

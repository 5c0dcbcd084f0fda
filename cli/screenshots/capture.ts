import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** Of a phone and of a laptop, in CSS pixels. */
export const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;
export const THEMES = ["light", "dark"] as const;

/** WebP's quality, 0 to 100: text stays sharp, and a picture takes some tens of kilobytes. */
const QUALITY = 85;

/**
 * Write what the page shows, at each size in each theme.
 *
 * @param from the heading that stands at the top; the view's beginning where it is absent
 * @param fileOf gives the path for a picture
 */
export async function capture(
  page: Page,
  from: string | undefined,
  fileOf: (width: number, theme: string) => string,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await settle(page, from);
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
      writeFileSync(fileOf(size.width, theme), Buffer.from(data, "base64"));
    }
  }
  await session.detach();
}

/** Nothing has the focus or the pointer, the view stands where it should, and the new size and theme are painted. */
async function settle(page: Page, from: string | undefined): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(async (heading) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    for (const element of document.querySelectorAll(".page")) element.scrollTop = 0;
    if (heading !== undefined) document.querySelector(`[aria-label="${heading}"]`)?.scrollIntoView();
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, from);
}

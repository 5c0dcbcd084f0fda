import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** Window sizes of a phone and a laptop, in CSS pixels. */
export const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;
export const THEMES = ["light", "dark"] as const;

/** Quality of the WebP files, 0 to 100: text stays sharp at some tens of kilobytes per picture. */
const QUALITY = 85;

/**
 * Take a picture of the page at each size in each theme.
 *
 * @param from heading at the top of the picture; default: the view's beginning
 * @param fileOf path of a picture
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

/** Remove focus and pointer, scroll to `from`, and wait until the new size and theme are painted. */
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

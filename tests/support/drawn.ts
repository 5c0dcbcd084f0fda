import type { Page } from "@playwright/test";

/** A red picture in each of the formats, encoded by the browser, as `data:` URLs. */
export function drawn(page: Page, types: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (formats) =>
      formats.map((format) => {
        const canvas = document.createElement("canvas");
        const context = canvas.getContext("2d");
        if (context === null) throw new Error("There is no 2D canvas.");
        context.fillStyle = "red";
        context.fillRect(0, 0, canvas.width, canvas.height);
        return canvas.toDataURL(format);
      }),
    types,
  );
}

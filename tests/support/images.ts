/** Images for the fixture model that takes them. */
import type { Page } from "@playwright/test";
import type { Colour } from "./png.ts";

export const RED: Colour = [255, 0, 0];
export const BLUE: Colour = [0, 0, 255];
/** Prompt tokens of an image for `fixture-vision`: 16 embeddings between two marker tokens. */
export const IMAGE_TOKENS = 18;

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

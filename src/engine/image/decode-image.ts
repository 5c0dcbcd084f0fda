import { runSliced, type Sliced } from "../../util/sliced.ts";
import type { ImageHeader } from "./image-header.ts";
import { MAX_IMAGE_SIDE } from "./image-limits.ts";
import { ImageError } from "./image-error.ts";

/** An image that the browser could decode, no larger than an engine takes. */
export interface DecodedImage {
  /** PNG, or the original file. */
  readonly file: Blob;
  /** In pixels, after scaling. */
  readonly width: number;
  readonly height: number;
}

/** @throws {ImageError} if the bytes cannot be decoded */
export type DecodeImage = (
  bytes: Uint8Array<ArrayBuffer>,
  type: ImageHeader["type"],
) => Promise<DecodedImage>;

/** Decodes with the browser's own decoders, in a worker. Scales an image down whose longer side exceeds the limit. */
export const decodeImage: DecodeImage = async (bytes, type) => {
  const file = new Blob([bytes], { type });
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch (error) {
    throw new ImageError("must be a whole image: this one cannot be decoded", { cause: error });
  }
  try {
    const scale = Math.min(1, MAX_IMAGE_SIDE / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    return { file: scale === 1 ? file : await redraw(bitmap, width, height), width, height };
  } finally {
    bitmap.close();
  }
};

async function redraw(bitmap: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("This browser cannot draw images in workers.");
  context.imageSmoothingQuality = "high";
  await runSliced(drawStrips(context, bitmap));
  return canvas.convertToBlob({ type: "image/png" });
}

/** Pixels of the original image that are scaled in one slice. */
const PIXELS_PER_SLICE = 2_000_000;

/** Draws strip by strip. A canvas may defer drawing until it is read, so one pixel of each strip is read. */
function* drawStrips(context: OffscreenCanvasRenderingContext2D, bitmap: ImageBitmap): Sliced<void> {
  const { width, height } = context.canvas;
  const count = Math.ceil((bitmap.width * bitmap.height) / PIXELS_PER_SLICE);
  for (let strip = 0; strip < count; strip += 1) {
    const [top, bottom] = [strip, strip + 1].map((index) => Math.round((index * height) / count));
    if (top === undefined || bottom === undefined || top === bottom) continue;
    const scale = bitmap.height / height;
    context.drawImage(
      bitmap,
      0,
      top * scale,
      bitmap.width,
      (bottom - top) * scale,
      0,
      top,
      width,
      bottom - top,
    );
    context.getImageData(0, top, 1, 1);
    yield;
  }
}

import { runSliced, type Sliced } from "../../util/sliced.ts";
import type { ImageHeader } from "./image-header.ts";
import { MAX_IMAGE_SIDE } from "./image-limits.ts";
import { ImageError } from "./image-error.ts";

/** An image that the browser could decode, in the form that an engine takes. */
export interface DecodedImage {
  /** A `data:` URL that we made: PNG, or the original file. */
  readonly url: string;
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
    return { url: await dataUrl(scale === 1 ? file : await redraw(bitmap, width, height)), width, height };
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

/** A multiple of 3, so that base64 of the slices joins to base64 of the whole, and of `MAX_ARGUMENTS`. */
export const BYTES_PER_SLICE = 3 * 2 ** 17;
/** Bytes that are passed to one call: engines limit the number of arguments. */
const MAX_ARGUMENTS = 8192;

async function dataUrl(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return `data:${file.type};base64,${await runSliced(encodeBase64(bytes))}`;
}

export function* encodeBase64(bytes: Uint8Array): Sliced<string> {
  const encoded: string[] = [];
  for (let from = 0; from < bytes.length; from += BYTES_PER_SLICE) {
    if (from > 0) yield;
    const slice = bytes.subarray(from, from + BYTES_PER_SLICE);
    const pieces: string[] = [];
    for (let at = 0; at < slice.length; at += MAX_ARGUMENTS) {
      pieces.push(String.fromCharCode(...slice.subarray(at, at + MAX_ARGUMENTS)));
    }
    encoded.push(btoa(pieces.join("")));
  }
  return encoded.join("");
}

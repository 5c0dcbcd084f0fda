/** Loads the image behind a URL of a request. */
import { Mutex } from "../../util/mutex.ts";
import { decodeImage, type DecodedImage, type DecodeImage } from "./decode-image.ts";
import { imageBytes } from "./image-bytes.ts";
import { type ImageHeader, readImageHeader } from "./image-header.ts";
import { MAX_IMAGE_PIXELS } from "./image-limits.ts";
import { ImageError } from "./image-error.ts";

/** @throws {ImageError} if the URL does not lead to an image within the limits */
export type LoadImage = (url: string, signal: AbortSignal) => Promise<DecodedImage>;

export interface LoadImageOptions {
  readonly fetch?: typeof fetch;
  readonly decode?: DecodeImage;
}

export function createImageLoader({
  fetch = globalThis.fetch.bind(globalThis),
  decode = decodeImage,
}: LoadImageOptions = {}): LoadImage {
  /** Held while an image is decoded, so that only one decoded image is in memory. */
  const decoding = new Mutex();
  return async (url, signal) => {
    // Most files state their size in the first bytes, so a huge one is refused before the rest is read.
    const bytes = await imageBytes(url, fetch, signal, (first) => checkPixels(readImageHeader(first)));
    const header = readImageHeader(bytes);
    if (header === undefined) {
      throw new ImageError("must be a PNG, JPEG, WebP or GIF image: its bytes are none of these");
    }
    checkPixels(header);
    return decoding.runExclusive(() => decode(bytes, header.type));
  };
}

function checkPixels(header: ImageHeader | undefined): void {
  if (header === undefined || header.width * header.height <= MAX_IMAGE_PIXELS) return;
  const most = MAX_IMAGE_PIXELS / 1e6;
  throw new ImageError(`must have at most ${most} million pixels: it has ${header.width} x ${header.height}`);
}

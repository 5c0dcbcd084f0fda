/** From an image's URL in a request to checked pixels. */
import { decodeImage, type DecodedImage, type DecodeImage } from "./decode-image.ts";
import { imageBytes } from "./image-bytes.ts";
import { type ImageHeader, readImageHeader } from "./image-header.ts";
import { IMAGE_LIMITS } from "./image-limits.ts";
import { ImageError } from "./image-error.ts";

/** @throws {ImageError} where the URL does not lead to an image within the limits */
export type LoadImage = (url: string, signal: AbortSignal) => Promise<DecodedImage>;

export interface LoadImageOptions {
  readonly fetch?: typeof fetch;
  readonly decode?: DecodeImage;
}

export function createImageLoader({
  fetch = globalThis.fetch.bind(globalThis),
  decode = decodeImage,
}: LoadImageOptions = {}): LoadImage {
  /** One at a time over all requests, so that no more than one decoded image is in memory. */
  let last: Promise<unknown> = Promise.resolve();
  return async (url, signal) => {
    // Most files say at once how large they are: the rest of a huge one is not even looked at.
    const bytes = await imageBytes(url, fetch, signal, (first) => checkPixels(readImageHeader(first)));
    const header = readImageHeader(bytes);
    if (header === undefined) {
      throw new ImageError("must be a PNG, JPEG, WebP or GIF image: the bytes are of none of them");
    }
    checkPixels(header);
    const { type } = header;
    const decoding = last.then(() => decode(bytes, type));
    last = decoding.catch(() => {});
    return decoding;
  };
}

function checkPixels(header: ImageHeader | undefined): void {
  if (header === undefined || header.width * header.height <= IMAGE_LIMITS.pixels) return;
  const most = IMAGE_LIMITS.pixels / 1e6;
  throw new ImageError(`must have at most ${most} million pixels: it has ${header.width} x ${header.height}`);
}

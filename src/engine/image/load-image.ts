/** From an image's URL in a request to checked pixels. */
import { decodeImage, type DecodedImage, type DecodeImage } from "./decode-image.ts";
import { imageBytes } from "./image-bytes.ts";
import { readImageHeader } from "./image-header.ts";
import { IMAGE_LIMITS } from "./image-limits.ts";
import { ImageProblem } from "./image-problem.ts";

/** @throws {ImageProblem} where the URL does not lead to an image within the limits */
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
    const bytes = await imageBytes(url, fetch, signal);
    const header = readImageHeader(bytes);
    if (header === undefined) {
      throw new ImageProblem("must be a PNG, JPEG, WebP or GIF image: the bytes are of none of them");
    }
    const { type, width, height } = header;
    if (width * height > IMAGE_LIMITS.pixels) {
      const most = IMAGE_LIMITS.pixels / 1e6;
      throw new ImageProblem(`must have at most ${most} million pixels: it has ${width} x ${height}`);
    }
    const decoding = last.then(() => decode(bytes, type));
    last = decoding.catch(() => {});
    return decoding;
  };
}

import { MAX_IMAGES } from "../../openai/image-url.ts";

/** What one request may ask of the machine that looks at its images. `docs/images.md` states the numbers. */
export const IMAGE_LIMITS = {
  /** Images in one request. */
  count: MAX_IMAGES,
  /** Bytes of one image's file. */
  bytes: 16 * 2 ** 20,
  /** Pixels of one image: while it is decoded, each takes four bytes. */
  pixels: 40_000_000,
  /** Longest side, in pixels, that reaches a model; what is longer is scaled down. */
  side: 2048,
  /** Milliseconds that all images of a request together may take to arrive. */
  fetch: 10_000,
};

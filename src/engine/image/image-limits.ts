/** Limits on the images of a request. `docs/images.md` states them. */

/** Of one image's file. */
export const MAX_IMAGE_BYTES = 16 * 2 ** 20;
/** Of one image. Each pixel takes four bytes while the image is decoded. */
export const MAX_IMAGE_PIXELS = 40_000_000;
/** Longest side in pixels of an image that a model gets; a larger image is scaled down. */
export const MAX_IMAGE_SIDE = 2048;
/** Timeout for fetching all images of a request together. */
export const IMAGE_FETCH_TIMEOUT_MS = 10_000;

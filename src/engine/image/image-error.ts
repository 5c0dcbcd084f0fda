/** An image that cannot be shown to a model. `message` continues "'field' …" and says what would be right. */
export class ImageError extends Error {
  override readonly name = "ImageError";
}

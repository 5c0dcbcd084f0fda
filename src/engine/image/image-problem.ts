/** An image cannot be shown to a model. `message` completes "'field' …": it says what would be right. */
export class ImageProblem extends Error {
  override readonly name = "ImageProblem";
}

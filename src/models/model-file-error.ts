/**
 * - `unreachable`: the host did not answer; trying again later may help
 * - `wrong-answer`: the host answered with something that is not the file
 * - `corrupt`: the bytes are not those that the catalogue names
 * - `no-space`: the browser has no room left for this origin
 */
export type ModelFileErrorCode = "unreachable" | "wrong-answer" | "corrupt" | "no-space";

/** A model file that could not be installed. `message` is one line for a person. */
export class ModelFileError extends Error {
  override readonly name = "ModelFileError";

  constructor(
    readonly code: ModelFileErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * The reason why an install or a removal failed:
 * - `unreachable`: the files are not available at the moment; a later attempt may succeed
 * - `damaged`: the host's file differs from the one in the catalogue
 * - `no-space`: the browser's quota is too small
 * - `in-use`: another tab is installing the model and does not stop
 * - `unknown-model`: the catalogue has no model of this id
 * - `failed`: anything else; the same attempt would fail again
 */
export type ModelErrorCode = "unreachable" | "damaged" | "no-space" | "in-use" | "unknown-model" | "failed";

/** A failed install or removal. `message` is written for a person: what was wrong and what would help. */
export class ModelError extends Error {
  override readonly name = "ModelError";

  constructor(
    readonly code: ModelErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

import type { EngineErrorCode } from "./engine-error-code.ts";

/** A failed generation. `message` is written for the caller: what was wrong and what would be right. */
export class EngineError extends Error {
  override readonly name = "EngineError";

  constructor(
    readonly code: EngineErrorCode,
    message: string,
    /** The request's field at fault, for `invalid`. */
    readonly param?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

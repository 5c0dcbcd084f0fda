import type { CpuFailure } from "../wire/cpu-engine-messages.ts";

/** A load or a reply failed. `message` is what llama.cpp says. */
export class LlamaError extends Error {
  override readonly name = "LlamaError";

  constructor(
    readonly kind: CpuFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

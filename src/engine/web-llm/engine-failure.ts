import { EngineError } from "../engine-error.ts";

/** What web-llm's errors about the GPU are called or say: nothing on this machine can help them. */
const UNSUPPORTED_NAMES = new Set([
  "WebGPUNotAvailableError",
  "WebGPUNotFoundError",
  "FeatureSupportError",
  "ShaderF16SupportError",
]);
const UNSUPPORTED_TEXT = /Unable to find a compatible GPU|exceeds limit/;

/** The error that the caller of a failed load gets. */
export function loadFailure(model: string, error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (UNSUPPORTED_NAMES.has(name) || UNSUPPORTED_TEXT.test(message)) {
    return new EngineError(
      "unsupported",
      `The GPU cannot run the model '${model}': ${firstLine(message)}`,
      undefined,
      {
        cause: error,
      },
    );
  }
  if (name === "DeviceLostError") {
    return new EngineError(
      "failed",
      `The GPU gave up while the model '${model}' was loading; it may lack memory.`,
      undefined,
      { cause: error },
    );
  }
  return new EngineError(
    "failed",
    `The model '${model}' could not be loaded: ${firstLine(message)}`,
    undefined,
    {
      cause: error,
    },
  );
}

/** The error that the caller of a failed generation gets. */
export function generationFailure(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === "ContextWindowSizeExceededError") {
    return new EngineError("context-overflow", firstLine(message), "messages", { cause: error });
  }
  return new EngineError("failed", `The engine failed: ${firstLine(message)}`, undefined, { cause: error });
}

/** Library errors can carry stacks and paths. */
function firstLine(message: string): string {
  const [line = ""] = message.split("\n");
  return line.slice(0, 300);
}

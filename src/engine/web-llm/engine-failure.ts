/** Maps errors thrown below our adapter to errors for callers, which contain no text of a library. */
import { EngineError } from "../../contract/engine-error.ts";
import type { EngineErrorCode } from "../../contract/engine-error-code.ts";
import { ModelError } from "../../models/model-error.ts";
import { type FailureKind, failureKind } from "./failure-kind.ts";

/**
 * The error for the caller of a failed load. A GPU that is lost during a load most likely ran out of memory, since web-llm
 * creates all of its buffers then: this machine cannot run the model.
 */
export function loadFailure(model: string, error: unknown): EngineError {
  if (error instanceof ModelError) return filesFailure(error);
  if (error instanceof EngineError) return error;
  const kind = failureKind(error);
  switch (kind.type) {
    case "device-lost":
      return engineError(
        "unsupported",
        `The GPU was lost while the model '${model}' was loaded, most likely because it ran out of memory: choose a smaller model, or ` +
          "close other programs that use the GPU.",
        error,
      );
    case "overflow":
    case "unknown":
      return engineError("failed", `The engine failed to load the model '${model}'.`, error);
    default:
      return unsupported(kind, model, error);
  }
}

function filesFailure(error: ModelError): EngineError {
  switch (error.code) {
    case "unreachable":
    case "in-use":
      return engineError("unavailable", error.message, error);
    case "unknown-model":
      return engineError("model-not-found", error.message, error);
    // These stay as they are: a retry would only download the files again.
    case "damaged":
    case "no-space":
    case "failed":
      return engineError("unsupported", error.message, error);
  }
}

/**
 * The error for the caller of a failed reply. A GPU that is lost during a reply may come back, for example when its driver
 * restarts or the machine wakes up: the next request reloads the model, or reports that this fails.
 */
export function generationFailure(model: string, error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const kind = failureKind(error);
  switch (kind.type) {
    case "device-lost":
      return engineError(
        "unavailable",
        "The GPU was lost during the reply. The model is being reloaded: try again.",
        error,
      );
    case "overflow": {
      const message = `The prompt is longer than the context of the model '${model}': shorten the messages.`;
      return new EngineError("context-overflow", message, "messages", { cause: error });
    }
    case "unreadable":
    case "unknown":
      return engineError("failed", "The engine failed during the reply.", error);
    default:
      return unsupported(kind, model, error);
  }
}

type Unsupported = Exclude<FailureKind, { type: "device-lost" | "overflow" | "unknown" }>;

function unsupported(kind: Unsupported, model: string, cause: unknown): EngineError {
  return engineError("unsupported", unsupportedMessage(kind, model), cause);
}

function unsupportedMessage(kind: Unsupported, model: string): string {
  switch (kind.type) {
    case "no-gpu":
      return "This browser has no WebGPU adapter: use a browser with WebGPU.";
    case "missing":
      return `The GPU does not support '${kind.what}' as the model '${model}' requires it: choose another model.`;
    case "out-of-memory":
      return `There is too little memory for the model '${model}': choose a smaller one, or close other programs that use the GPU.`;
    case "kernels":
      return `The GPU cannot run the compiled code of the model '${model}': choose another model.`;
    case "unreadable":
      return `The engine cannot read the files of the model '${model}': install it again, or choose another model.`;
    case "no-room":
      return `The browser has no space left to load the model '${model}': remove another model, or free some disk space.`;
  }
}

function engineError(code: EngineErrorCode, message: string, cause: unknown): EngineError {
  return new EngineError(code, message, undefined, { cause });
}

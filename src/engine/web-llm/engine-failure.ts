/** The errors that callers get for what is thrown under our adapter. No text of a library is in them. */
import { EngineError } from "../../contract/engine-error.ts";
import type { EngineErrorCode } from "../../contract/engine-error-code.ts";
import { ModelError } from "../../models/model-error.ts";
import { type FailureKind, failureKind } from "./failure-kind.ts";

/**
 * The error that the caller of a failed load gets. A load that lost the GPU is one that nothing here can run, for
 * that is how WebGPU ends where its memory does: web-llm's buffers are all made while it loads.
 */
export function loadFailure(model: string, error: unknown): EngineError {
  if (error instanceof ModelError) return filesFailure(error);
  if (error instanceof EngineError) return error;
  const kind = failureKind(error);
  switch (kind.type) {
    case "device-lost":
      return engineError(
        "unsupported",
        `The GPU was lost while the model '${model}' was loaded, most likely for want of memory: choose a smaller model, or ` +
          "close what else uses the GPU.",
        error,
      );
    case "overflow":
    case "unknown":
      return engineError("failed", `The engine failed while it loaded the model '${model}'.`, error);
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
 * The error that the caller of a failed generation gets. A GPU that is lost then may come back (a driver that
 * starts anew, a machine that wakes up): the next request loads the model again, and tells where it cannot.
 */
export function generationFailure(model: string, error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const kind = failureKind(error);
  switch (kind.type) {
    case "device-lost":
      return engineError(
        "unavailable",
        "The GPU was lost during the reply. The model is loaded anew: try again.",
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
  return engineError("unsupported", sentence(kind, model), cause);
}

function sentence(kind: Unsupported, model: string): string {
  switch (kind.type) {
    case "no-gpu":
      return "This browser offers no WebGPU adapter: use a browser with WebGPU.";
    case "missing":
      return `The GPU's '${kind.what}' does not suffice for the model '${model}': choose another model.`;
    case "out-of-memory":
      return `There is too little memory for the model '${model}': choose a smaller one, or close what else uses the GPU.`;
    case "kernels":
      return `The GPU cannot run the compiled code of the model '${model}': choose another model.`;
    case "unreadable":
      return `The files of the model '${model}' are not what the engine reads: install it anew, or choose another model.`;
    case "no-room":
      return `The browser has no room to load the model '${model}': remove another model or free some disk space.`;
  }
}

function engineError(code: EngineErrorCode, message: string, cause: unknown): EngineError {
  return new EngineError(code, message, undefined, { cause });
}

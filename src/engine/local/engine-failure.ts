/** Maps errors thrown below a backend to errors for callers, which contain no text of a library. */
import { EngineError } from "../../contract/engine-error.ts";
import type { EngineErrorCode } from "../../contract/engine-error-code.ts";
import { ModelError } from "../../models/model-error.ts";
import type { BackendFailures, FailureKind } from "./backend-failures.ts";
import { StallError } from "./stall-error.ts";

/**
 * The error for the caller of a failed load. A device that is lost during a load most likely ran out of memory, since most
 * of the memory is taken then: this machine cannot run the model.
 */
export function loadFailure(failures: BackendFailures, model: string, error: unknown): EngineError {
  if (error instanceof ModelError) return filesFailure(error);
  if (error instanceof EngineError) return error;
  const kind = failures.kindOf(error, model);
  switch (kind.type) {
    case "device-lost":
      return engineError("unsupported", failures.sentences.lostInLoad(model), error);
    case "overflow":
    case "unknown":
      return engineError("failed", `The engine failed to load the model '${model}'.`, error);
    default:
      return unsupported(failures, kind, model, error);
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
 * The error for the caller of a failed reply. A device that is lost or stalls during a reply may come back, for example
 * when its driver restarts or the machine wakes up: the next request reloads the model, or reports that this fails.
 */
export function generationFailure(failures: BackendFailures, model: string, error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const { sentences } = failures;
  if (error instanceof StallError) {
    return engineError("unavailable", sentences.stalled(error.seconds), error);
  }
  const kind = failures.kindOf(error, model);
  switch (kind.type) {
    case "device-lost":
      return engineError("unavailable", sentences.lostInReply, error);
    case "overflow": {
      const message = `The prompt is longer than the context of the model '${model}': shorten the messages.`;
      return new EngineError("context-overflow", message, "messages", { cause: error });
    }
    case "unreadable":
    case "unknown":
      return engineError("failed", "The engine failed during the reply.", error);
    default:
      return unsupported(failures, kind, model, error);
  }
}

type Unsupported = Exclude<FailureKind, { type: "device-lost" | "overflow" | "unknown" }>;

function unsupported(
  failures: BackendFailures,
  kind: Unsupported,
  model: string,
  cause: unknown,
): EngineError {
  return engineError("unsupported", unsupportedMessage(failures, kind, model), cause);
}

function unsupportedMessage({ sentences }: BackendFailures, kind: Unsupported, model: string): string {
  switch (kind.type) {
    case "unsupported":
      return kind.message;
    case "out-of-memory":
      return sentences.outOfMemory(model);
    case "unreadable":
      return `The engine cannot read the files of the model '${model}': install it again, or choose another model.`;
    case "no-room":
      return `The browser has no space left to load the model '${model}': remove another model, or free some disk space.`;
  }
}

function engineError(code: EngineErrorCode, message: string, cause: unknown): EngineError {
  return new EngineError(code, message, undefined, { cause });
}

import { EngineError } from "../../contract/engine-error.ts";
import { abortable } from "../../util/abortable.ts";

/**
 * Settles as `work` does, but rejects at once when the caller gives up. Nothing stops the work itself.
 *
 * @throws {EngineError} `cancelled`
 */
export function cancellable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return abortable(work, signal, cancelledError);
}

export function cancelledError(): EngineError {
  return new EngineError("cancelled", "The request was cancelled.");
}

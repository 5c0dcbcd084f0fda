import { EngineError } from "../../contract/engine-error.ts";

/** Settles as `work` does, or rejects at once when the caller gives up. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(cancelled());
    stopListening = () => signal.removeEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopListening();
  }
}

export function cancelled(): EngineError {
  return new EngineError("cancelled", "The request was cancelled.");
}

import type { EngineErrorCode } from "../contract/engine-error-code.ts";
import type { StreamPart } from "../contract/stream-part.ts";

/** Timeout of the next part of a reply from a live host. */
export interface PhaseTimeout {
  readonly timeoutMs: number;
  /** The error that ends the reply then. */
  readonly code: EngineErrorCode;
  readonly message: string;
  /** True if the host is then useless to later requests too. */
  readonly isHung: boolean;
}

/** Longer than the engine's own timeouts of the GPU (`engine/local/stall-timeouts.ts`), whose errors say more. */
const STALL_TIMEOUT_MS = 300_000;
/** Added for each token of the prompt. */
const PREFILL_TOKEN_MS = 1_000;

const NO_ADMISSION = "The engine took too long to check the request. Try again.";
const NO_FILES = "The model's files stopped arriving. Check the connection and try again.";
const NO_MODEL = "The model took too long to load. Try again.";
const NO_TOKENS = "The engine stopped in the middle of the reply. Try again.";

/**
 * The timeout of the part that follows `last`. Each part starts a new one, and so does each report of progress: a
 * slow download or load that makes progress is not cut off.
 *
 * @param last undefined before the admission
 * @param promptTokens number of tokens that may have to be prefilled before the next part
 */
export function phaseTimeoutAfter(last: StreamPart | undefined, promptTokens: number): PhaseTimeout {
  const timeout = { timeoutMs: STALL_TIMEOUT_MS, code: "unavailable", isHung: false } as const;
  if (last === undefined) return { ...timeout, message: NO_ADMISSION };
  // The host may have to load another request's model first, without any report.
  if (last.type === "admitted") return { ...timeout, message: NO_MODEL };
  if (last.type !== "waiting") return { ...timeout, code: "failed", message: NO_TOKENS, isHung: true };
  switch (last.phase) {
    case "queue":
      return { ...timeout, message: NO_MODEL };
    case "download":
    case "verify":
      return { ...timeout, message: NO_FILES };
    case "load":
      return { ...timeout, message: NO_MODEL, isHung: true };
    case "prefill": {
      const timeoutMs = STALL_TIMEOUT_MS + promptTokens * PREFILL_TOKEN_MS;
      return { timeoutMs, code: "failed", message: NO_TOKENS, isHung: true };
    }
  }
}

import type { EngineErrorCode } from "../contract/engine-error-code.ts";
import type { StreamPart } from "../contract/stream-part.ts";

/** Time limit for the next part of a reply from a live host. */
export interface PhaseDeadline {
  readonly milliseconds: number;
  /** The error that ends the reply then. */
  readonly code: EngineErrorCode;
  readonly message: string;
  /** Whether the host is then of no use to the next request either. */
  readonly isHung: boolean;
}

/** Longer than the engine's own patience with the GPU (`web-llm-engine.ts`), whose errors say more. */
const STALL_MS = 300_000;
const PREFILL_TOKEN_MS = 1_000;

const NO_ADMISSION = "The engine took too long to check the request. Try again.";
const NO_FILES = "The model's files do not arrive. Check the connection and try again.";
const NO_MODEL = "The model took too long to load. Try again.";
const NO_TOKENS = "The engine stopped in the middle of the reply. Try again.";

/**
 * The deadline for the part that follows `last`. Each part begins a new one, and so does each report of progress: a
 * slow download or load that goes on is not cut.
 *
 * @param last undefined before the admission
 * @param promptTokens how many tokens may have to be prefilled before the next part
 */
export function deadlineAfter(last: StreamPart | undefined, promptTokens: number): PhaseDeadline {
  const deadline = { milliseconds: STALL_MS, code: "unavailable", isHung: false } as const;
  if (last === undefined) return { ...deadline, message: NO_ADMISSION };
  // The host may be loading another request's model at first: it says nothing of that.
  if (last.type === "admitted") return { ...deadline, message: NO_MODEL };
  if (last.type !== "waiting") return { ...deadline, code: "failed", message: NO_TOKENS, isHung: true };
  switch (last.phase) {
    case "queue":
      return { ...deadline, message: NO_MODEL };
    case "download":
    case "verify":
      return { ...deadline, message: NO_FILES };
    case "load":
      return { ...deadline, message: NO_MODEL, isHung: true };
    case "prefill": {
      const milliseconds = STALL_MS + promptTokens * PREFILL_TOKEN_MS;
      return { milliseconds, code: "failed", message: NO_TOKENS, isHung: true };
    }
  }
}

/** Timeouts for the next token, in milliseconds, after which the device is considered lost. */
export interface StallTimeouts {
  readonly firstTokenMs: number;
  readonly nextTokenMs: number;
}

export const TOKEN_TIMEOUT_MS = 120_000;
/** For each token of the prompt: ten times what software WebGPU on two cores takes for the embedded model. */
const PREFILL_TIMEOUT_PER_TOKEN_MS = 500;

/** The first token takes longer than the others: it waits for the prefill of the prompt. */
export function stallTimeouts(promptTokens: number, tokenTimeoutMs: number): StallTimeouts {
  return {
    firstTokenMs: tokenTimeoutMs + promptTokens * PREFILL_TIMEOUT_PER_TOKEN_MS,
    nextTokenMs: tokenTimeoutMs,
  };
}

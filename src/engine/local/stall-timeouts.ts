/** Timeouts for the next token, in milliseconds, after which the device is considered lost. */
export interface StallTimeouts {
  readonly firstTokenMs: number;
  readonly nextTokenMs: number;
}

export const TOKEN_TIMEOUT_MS = 120_000;
/** For each token of the prompt: ten times what software WebGPU on two cores takes for the embedded model. */
const PREFILL_TIMEOUT_PER_TOKEN_MS = 500;

/**
 * For each token of an image, besides: on one thread of a CPU, the encoder of Gemma 3 takes some 5 minutes for an image of
 * 256 tokens, and reports no progress.
 */
const IMAGE_TIMEOUT_PER_TOKEN_MS = 2000;

export interface PromptLength {
  readonly promptTokens: number;
  /** Those of `promptTokens` that are of images. */
  readonly imageTokens: number;
}

/** The first token takes longer than the others: it waits for the prefill of the prompt. */
export function stallTimeouts(
  { promptTokens, imageTokens }: PromptLength,
  tokenTimeoutMs: number,
): StallTimeouts {
  return {
    firstTokenMs:
      tokenTimeoutMs + promptTokens * PREFILL_TIMEOUT_PER_TOKEN_MS + imageTokens * IMAGE_TIMEOUT_PER_TOKEN_MS,
    nextTokenMs: tokenTimeoutMs,
  };
}

/**
 * Tokens for which the prefill of 100 MB of weights takes 0.5 s on one idle thread, and up to 0.9 s on a busy one: a
 * cancel waits for the end of its batch, and must take less than a second. Larger batches are up to a third faster.
 */
const TOKENS_PER_100_MB = 16;

/** llama.cpp needs one token for each of its slots. */
const MIN_BATCH = 4;
/** Larger ones are not faster. */
const MAX_BATCH = 64;

/** Tokens that are processed at once. */
export function batchSize(modelBytes: number, threads: number): number {
  const tokens = Math.round((TOKENS_PER_100_MB * threads * 1e8) / modelBytes);
  return Math.min(Math.max(tokens, MIN_BATCH), MAX_BATCH);
}

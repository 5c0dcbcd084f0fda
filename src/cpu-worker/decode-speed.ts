import { WIRE_VERSION as v } from "../wire/version.ts";
import type { ReplyCommand } from "../wire/cpu-engine-messages.ts";
import type { ReplyResult } from "./generate-reply.ts";
import type { Llama } from "./llama.ts";

/** Replies that are shorter say too little about the speed. */
const MIN_TOKENS = 5;

/**
 * Threads spin while they wait for one another, so on busy cores several are slower than one. Two of them read 50 to
 * 250 kB of weights in a millisecond where one read 1,600; two on idle cores read more than 3,000.
 */
const MIN_BYTES_PER_MS = 400_000;

const PROBE: ReplyCommand = {
  v,
  type: "reply",
  id: 0,
  prompt: ["1 2 3"],
  maxTokens: MIN_TOKENS,
  sampling: { temperature: 0, top_p: 1, presence_penalty: 0, frequency_penalty: 0 },
  logitBias: [],
  topLogprobs: 0,
};

/**
 * Measures the speed by a short reply: bytes of weights read in a millisecond, because each token reads all of them. Gives
 * up as soon as it is clearly too slow.
 *
 * @throws {LlamaError}
 */
export async function measureSpeed(llama: Llama, modelBytes: number): Promise<number> {
  const tooSlow = new AbortController();
  const timer = setTimeout(() => tooSlow.abort(), (2 * MIN_TOKENS * modelBytes) / MIN_BYTES_PER_MS);
  const start = performance.now();
  try {
    const result = await llama.reply(PROBE, { onPrefill() {}, onToken() {} }, tooSlow.signal);
    const tokens = result.promptTokens - result.cachedTokens + result.completionTokens;
    return (tokens * modelBytes) / (performance.now() - start);
  } finally {
    clearTimeout(timer);
  }
}

/** @returns bytes in a millisecond; `Infinity` if the reply is too short to tell */
export function speedOf({ completionTokens, decodeMs }: ReplyResult, modelBytes: number): number {
  return completionTokens < MIN_TOKENS ? Infinity : ((completionTokens - 1) * modelBytes) / decodeMs;
}

/** True if several threads at this speed may be slower than one. */
export function isSlowForThreads(bytesPerMs: number): boolean {
  return bytesPerMs < MIN_BYTES_PER_MS;
}

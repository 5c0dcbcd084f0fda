import type { Wllama } from "@wllama/wllama/esm/index.js";
import type { TopTokens } from "../wire/cpu-engine-messages.ts";
import { type CompletionChunk, completionChunkSchema } from "./completion-chunk.ts";

export interface ReplyHandlers {
  /** @param fraction of the prompt that is processed, 0 to 1 */
  onPrefill(fraction: number): void;
  /** @param text whole characters: a token that ends within one has its text in a later call */
  onToken(text: string, top: TopTokens | undefined): void;
}

export interface ReplyResult {
  /** `stop` for a cancelled reply too. */
  readonly reason: "stop" | "length";
  readonly promptTokens: number;
  /** Tokens of the prompt that needed no prefill. */
  readonly cachedTokens: number;
  readonly completionTokens: number;
  /** Time from the first token to the last, in milliseconds. */
  readonly decodeMs: number;
}

/**
 * Streams one completion.
 *
 * @param options of llama.cpp's completion, with progress and timings
 * @param signal ends it after its current batch, as if it had stopped by itself
 * @throws what the library throws
 */
export async function generateReply(
  wllama: Wllama,
  options: Readonly<Record<string, unknown>> & { readonly prompt: string },
  { onPrefill, onToken }: ReplyHandlers,
  signal: AbortSignal,
): Promise<ReplyResult> {
  let timings: CompletionChunk["timings"] = { cache_n: 0, prompt_n: 0, predicted_n: 0, predicted_ms: 0 };
  let promptTokens = 0;
  let reason: ReplyResult["reason"] = "stop";

  function read(chunk: CompletionChunk): void {
    ({ timings } = chunk);
    const { prompt_progress: progress } = chunk;
    if (progress !== undefined) {
      promptTokens = progress.total;
      if (progress.total > 0) onPrefill(progress.processed / progress.total);
    }
    for (const { text, finish_reason, logprobs } of chunk.choices) {
      if (finish_reason === "length") reason = "length";
      if (text !== "") onToken(text, logprobs?.content[0]?.top_logprobs);
    }
  }

  try {
    await wllama.createCompletion({
      ...options,
      stream: true,
      abortSignal: signal,
      onData: (chunk: unknown) => read(completionChunkSchema.parse(chunk)),
    });
  } catch (error) {
    // The library has freed the reply's slot.
    if (!signal.aborted || !(error instanceof Error) || error.name !== "AbortError") throw error;
  }
  return {
    reason,
    promptTokens: Math.max(promptTokens, timings.cache_n + timings.prompt_n),
    cachedTokens: timings.cache_n,
    completionTokens: timings.predicted_n,
    decodeMs: timings.predicted_ms,
  };
}

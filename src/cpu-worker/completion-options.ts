import type { ReplyCommand } from "../wire/cpu-engine-messages.ts";
import { promptText } from "./prompt-text.ts";

/** llama.cpp takes 2^32 - 1 for "a random seed". */
const MAX_SEEDS = 2 ** 32 - 1;

/**
 * Lower temperatures are the same as 0, since two logits differ by a millionth or more. llama.cpp divides 32-bit logits by
 * them, and the quotients overflow at 1e-38: then it takes a token that the grammar forbids.
 */
const MIN_TEMPERATURE = 1e-8;

/**
 * Any text in GBNF. Without a grammar, a model may write bytes that are no UTF-8, for example half of an emoji before a
 * word, and llama.cpp throws when it writes them as JSON. Only a token that the grammar refuses costs time.
 */
const ANY_TEXT = String.raw`root ::= [\x00-\x7F\u0080-\uD7FF\uE000-\U0010FFFF]*`;

/** A loaded model, as far as the options depend on it. */
export interface LoadedModel {
  /** In tokens. */
  readonly contextLength: number;
  /** The text that stands for an image in a prompt. */
  readonly mediaMarker: string;
}

/**
 * A reply as the options of llama.cpp's completion (`tools/server/README.md`, "POST /completion"), without the pixels of
 * its images. Everything that would change the distribution beyond the request's sampling is off.
 */
export function completionOptions(
  { prompt, maxTokens, sampling, grammar, logitBias, topLogprobs }: ReplyCommand,
  { contextLength, mediaMarker }: LoadedModel,
): Record<string, unknown> & { readonly prompt: string } {
  const { temperature, top_p, presence_penalty, frequency_penalty, seed } = sampling;
  return {
    prompt: promptText(prompt, mediaMarker),
    max_tokens: maxTokens,
    cache_prompt: true,
    return_progress: true,
    timings_per_token: true,
    // By default, llama.cpp cuts off the tail before it applies the temperature, and the contract the other way round.
    samplers: ["penalties", "temperature", "top_p"],
    temperature: temperature < MIN_TEMPERATURE ? 0 : temperature,
    top_p,
    presence_penalty,
    frequency_penalty,
    repeat_penalty: 1,
    // Penalties look at the last 64 tokens by default.
    repeat_last_n: contextLength,
    ...(logitBias.length > 0 && { logit_bias: logitBias }),
    ...(seed !== undefined && { seed: ((seed % MAX_SEEDS) + MAX_SEEDS) % MAX_SEEDS }),
    ...(topLogprobs > 0 && { logprobs: topLogprobs }),
    grammar: grammar ?? ANY_TEXT,
  };
}

/** Reads web-llm's own files into a prompt builder. */
import * as z from "zod/mini";
import { createPromptBuilder, type PromptBuilder } from "../local/prompt-builder.ts";
import { mlcFormat } from "../prompt/mlc-format.ts";
import { createMarkerSecret } from "../tokenizer/marker-secret.ts";
import { type MarkedTokenizer, markTokenizer } from "../tokenizer/marked-tokenizer.ts";
import { createTokenCounter } from "../tokenizer/token-counter.ts";
import { type ChatConfig, chatConfigSchema } from "./chat-config.ts";
import { readImageInput } from "./image-input.ts";

export interface WebLlmPromptBuilder extends PromptBuilder {
  readonly config: ChatConfig;
  readonly tokenizer: MarkedTokenizer;
}

/**
 * @param config the text of `mlc-chat-config.json`
 * @param tokenizer the text of `tokenizer.json`
 * @param manifest the text of `mlc-model-manifest.json`, if the model has one
 */
export function createWebLlmPromptBuilder(
  config: string,
  tokenizer: string,
  manifest?: string,
): WebLlmPromptBuilder {
  const chatConfig = z.parse(chatConfigSchema, JSON.parse(config));
  const { conv_template: template, eos_token_id } = chatConfig;
  const marked = markTokenizer(JSON.parse(tokenizer), createMarkerSecret());
  const counter = createTokenCounter(marked.json);
  const countShort = (text: string) => counter.count(text, Infinity).next().value ?? Infinity;
  const promptBuilder = createPromptBuilder({
    format: mlcFormat(template),
    tokenizer: marked,
    counter,
    prefixTokens: template.system_prefix_token_ids?.length ?? 0,
    endTokenIds: [eos_token_id ?? []].flat(),
    images: readImageInput(chatConfig, manifest, countShort),
  });
  return { ...promptBuilder, config: chatConfig, tokenizer: marked };
}

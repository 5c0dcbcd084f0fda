/** Turns conversations into a model's prompts and counts their tokens: it needs the small files, no weights. */
import { Tokenizer } from "@huggingface/tokenizers";
import type { Conversation } from "../../openai/conversation.ts";
import { renderConversation } from "../prompt/render-conversation.ts";
import { chatConfigSchema, type ChatConfig } from "./chat-config.ts";
import { type MarkedTokenizer, markTokenizer } from "./marked-tokenizer.ts";
import * as z from "zod/mini";

export interface Prompt {
  /** The whole prompt, control tokens as markers. */
  readonly text: string;
  readonly tokens: number;
}

export interface PromptMaker {
  readonly config: ChatConfig;
  readonly tokenizer: MarkedTokenizer;
  /** Tokens that end a reply. */
  readonly stopTokenIds: readonly number[];
  /** Texts of the template's that end a reply and are no tokens. */
  readonly stopTexts: readonly string[];
  /** The prompt, or undefined where it is certain to have more than `limit` tokens. */
  make(conversation: Conversation, limit: number): Prompt | undefined;
}

/**
 * @param config the text of `mlc-chat-config.json`
 * @param tokenizer the text of `tokenizer.json`
 */
export function createPromptMaker(config: string, tokenizer: string): PromptMaker {
  const chatConfig = z.parse(chatConfigSchema, JSON.parse(config));
  const marked = markTokenizer(JSON.parse(tokenizer), randomSecret());
  const counter = new Tokenizer(marked.json, {});
  const { conv_template: template, eos_token_id } = chatConfig;
  const stopTexts = template.stop_str.filter((text) => marked.controlTokenId(text) === undefined);
  const stopTokenIds = new Set([
    ...template.stop_token_ids,
    ...template.stop_str.flatMap((text) => marked.controlTokenId(text) ?? []),
    ...[eos_token_id ?? []].flat(),
  ]);

  return {
    config: chatConfig,
    tokenizer: marked,
    stopTokenIds: [...stopTokenIds],
    stopTexts,
    make(conversation, limit) {
      const segments = renderConversation(template, conversation);
      // Tokenising takes time: a text too long by its mere length is not worth it.
      const characters = segments.reduce((sum, { text }) => sum + text.length, 0);
      if (characters > limit * marked.longestToken) return undefined;
      const text = segments.map(({ kind, text }) => (kind === "control" ? marked.mark(text) : text)).join("");
      const { ids } = counter.encode(text, { add_special_tokens: false });
      return { text, tokens: ids.length + (template.system_prefix_token_ids?.length ?? 0) };
    },
  };
}

/** 128 random bits. The letter in front keeps digits of the text before it apart. */
function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `m${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}x`;
}

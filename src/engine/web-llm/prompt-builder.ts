/** Builds a model's prompts from conversations and counts their tokens. Needs the model's small files, no weights. */
import type { Conversation, ImagePart } from "../../openai/conversation.ts";
import type { Sliced } from "../../util/sliced.ts";
import { breakMarkers } from "../prompt/break-markers.ts";
import { hasTools, renderConversation } from "../prompt/render-conversation.ts";
import type { Segment } from "../prompt/segment.ts";
import { templateMarkers } from "../prompt/template-markers.ts";
import { chatConfigSchema, type ChatConfig } from "./chat-config.ts";
import { type ImageInput, readImageInput } from "./image-input.ts";
import { type MarkedTokenizer, markTokenizer } from "../tokenizer/marked-tokenizer.ts";
import { createTokenCounter } from "../tokenizer/token-counter.ts";
import { readNormalizer } from "../tokenizer/normalizer.ts";
import * as z from "zod/mini";

/** A text contains control tokens as markers (`../tokenizer/marked-tokenizer.ts`). */
export type PromptPiece =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly image: ImagePart };

export interface Prompt {
  /** The whole prompt in order; adjacent texts are joined. */
  readonly pieces: readonly PromptPiece[];
  /** Tokens of its text alone: those of an image are known once it is loaded. */
  readonly textTokens: number;
}

export interface PromptBuilder {
  readonly config: ChatConfig;
  readonly tokenizer: MarkedTokenizer;
  /** Tokens that end a reply. */
  readonly stopTokenIds: readonly number[];
  /** Texts of the template that end a reply, unless they are tokens. */
  readonly stopTexts: readonly string[];
  /** Undefined if the model takes no images. */
  readonly images: ImageInput | undefined;
  /** Undefined if the prompt has more than `limit` tokens of text. */
  build(conversation: Conversation, limit: number): Sliced<Prompt | undefined>;
}

/**
 * @param config the text of `mlc-chat-config.json`
 * @param tokenizer the text of `tokenizer.json`
 * @param manifest the text of `mlc-model-manifest.json`, if the model has one
 */
export function createPromptBuilder(config: string, tokenizer: string, manifest?: string): PromptBuilder {
  const chatConfig = z.parse(chatConfigSchema, JSON.parse(config));
  const marked = markTokenizer(JSON.parse(tokenizer), randomSecret());
  const counter = createTokenCounter(marked.json);
  const { conv_template: template, eos_token_id } = chatConfig;
  const { normalize, ignoresCase } = readNormalizer(marked.normalizer);
  const markers = templateMarkers({ template, plainTexts: marked.plainTexts, ignoreCase: ignoresCase });
  const stopTexts = template.stop_str.filter((text) => marked.controlTokenId(text) === undefined);
  const stopTokenIds = new Set([
    ...template.stop_token_ids,
    ...template.stop_str.flatMap((text) => marked.controlTokenId(text) ?? []),
    ...[eos_token_id ?? []].flat(),
  ]);

  const countShort = (text: string) => counter.count(text, Infinity).next().value ?? Infinity;

  return {
    config: chatConfig,
    tokenizer: marked,
    stopTokenIds: [...stopTokenIds],
    stopTexts,
    images: readImageInput(chatConfig, manifest, countShort),
    *build(conversation, limit) {
      const segments = renderConversation(template, conversation);
      // Counting takes time, so a text that is too long whatever its tokens are is not counted.
      const characters = segments.reduce(
        (sum, segment) => sum + (segment.kind === "image" ? 0 : segment.text.length),
        0,
      );
      if (characters > limit * marked.maxTokenLength) return undefined;
      const normalized = segments.map((segment) =>
        segment.kind === "client" ? { ...segment, text: normalize(segment.text) } : segment,
      );
      const { turns, turnsAndTools } = markers;
      const unforged = yield* breakMarkers(normalized, hasTools(conversation) ? turnsAndTools : turns);
      const pieces = joinTexts(unforged, marked.mark);
      let textTokens = template.system_prefix_token_ids?.length ?? 0;
      for (const piece of pieces) {
        // web-llm tokenizes each piece by itself, too.
        if (piece.type === "text") textTokens += yield* counter.count(piece.text, limit - textTokens);
        if (textTokens > limit) return undefined;
      }
      return { pieces, textTokens };
    },
  };
}

function joinTexts(segments: readonly Segment[], mark: (text: string) => string): PromptPiece[] {
  const pieces: PromptPiece[] = [];
  let texts: string[] = [];
  const endText = () => {
    if (texts.length > 0) pieces.push({ type: "text", text: texts.join("") });
    texts = [];
  };
  for (const segment of segments) {
    if (segment.kind === "image") {
      endText();
      pieces.push({ type: "image", image: segment.image });
    } else texts.push(segment.kind === "control" ? mark(segment.text) : segment.text);
  }
  endText();
  return pieces;
}

/** 128 random bits. The letters around them separate them from digits before and after. */
function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `m${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}x`;
}

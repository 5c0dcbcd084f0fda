/** Builds a model's prompts from conversations and counts their tokens. Needs the model's small files, no weights. */
import type { Conversation, ImagePart } from "../../openai/conversation.ts";
import type { Sliced } from "../../util/sliced.ts";
import type { ImageInput } from "../image/image-input.ts";
import { breakMarkers } from "../prompt/break-markers.ts";
import { hasTools } from "../prompt/contents.ts";
import type { ConversationFormat } from "../prompt/conversation-format.ts";
import type { Segment } from "../prompt/segment.ts";
import { templateMarkers } from "../prompt/template-markers.ts";
import type { MarkedTokenizer } from "../tokenizer/marked-tokenizer.ts";
import { readNormalizer } from "../tokenizer/normalizer.ts";
import type { TokenCounter } from "../tokenizer/token-counter.ts";

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
  /** Translates between control tokens and their markers. */
  readonly tokenizer: Pick<MarkedTokenizer, "mark" | "unmark">;
  /** Tokens that end a reply. */
  readonly stopTokenIds: readonly number[];
  /** Texts of the format that end a reply, unless they are tokens. */
  readonly stopTexts: readonly string[];
  /** Undefined if the model takes no images. */
  readonly images: ImageInput | undefined;
  /** Undefined if the prompt has more than `limit` tokens of text. */
  build(conversation: Conversation, limit: number): Sliced<Prompt | undefined>;
}

/** A model's own part of its prompts. */
export interface PromptBuilderOptions {
  readonly format: ConversationFormat;
  readonly tokenizer: Omit<MarkedTokenizer, "json">;
  /** Counts tokens as the engine makes them of each text of a prompt by itself. */
  readonly counter: TokenCounter;
  /** Number of tokens that the engine puts before the first text. */
  readonly prefixTokens: number;
  /** Tokens that end a reply besides those of the format. */
  readonly endTokenIds: readonly number[];
  /** Undefined if the model takes no images. */
  readonly images: ImageInput | undefined;
}

export function createPromptBuilder(options: PromptBuilderOptions): PromptBuilder {
  const { format, tokenizer, counter, prefixTokens, endTokenIds, images } = options;
  const { normalize, ignoresCase } = readNormalizer(tokenizer.normalizer);
  const { plainTexts, controlTokenId, maxTokenLength, mark } = tokenizer;
  const markers = templateMarkers({
    format,
    plainTexts,
    reservedTexts: images?.reservedTexts ?? [],
    ignoreCase: ignoresCase,
  });
  const stopTexts = format.stopTexts.filter((text) => controlTokenId(text) === undefined);
  const stopTokenIds = new Set([
    ...format.stopTokenIds,
    ...format.stopTexts.flatMap((text) => controlTokenId(text) ?? []),
    ...endTokenIds,
  ]);

  return {
    tokenizer,
    stopTokenIds: [...stopTokenIds],
    stopTexts,
    images,
    *build(conversation, limit) {
      // A turn has at least one token.
      if (conversation.turns.length > limit) return undefined;
      const segments = format.render(conversation);
      // Counting takes time, so a text that is too long whatever its tokens are is not counted.
      const characters = segments.reduce(
        (sum, segment) => sum + (segment.kind === "image" ? 0 : segment.text.length),
        0,
      );
      if (characters > limit * maxTokenLength) return undefined;
      const normalized = segments.map((segment) =>
        segment.kind === "client" ? { ...segment, text: normalize(segment.text) } : segment,
      );
      const { turns, turnsAndTools } = markers;
      const unforged = yield* breakMarkers(normalized, hasTools(conversation) ? turnsAndTools : turns);
      const pieces = joinTexts(unforged, mark);
      let textTokens = prefixTokens;
      for (const piece of pieces) {
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

/** Reads from a GGUF file's header what requests to its model need. */
import { type ByteSource, readGguf } from "../../gguf/gguf.ts";
import { renameControlTokens } from "../../gguf/rename-control-tokens.ts";
import { sentencePieceRanks } from "../../gguf/sentence-piece-ranks.ts";
import { beginTokenId, tokenizerJson } from "../../gguf/tokenizer-json.ts";
import type { Sampling } from "../../openai/conversation.ts";
import { createPromptBuilder, type PromptBuilder } from "../local/prompt-builder.ts";
import { createSentencePieceCounter } from "../tokenizer/sentence-piece-counter.ts";
import { createMarkerSecret } from "../tokenizer/marker-secret.ts";
import { markTokenizer } from "../tokenizer/marked-tokenizer.ts";
import { createTokenCounter } from "../tokenizer/token-counter.ts";
import { readChatFormat } from "./chat-format.ts";
import type { ControlToken } from "./penalty-bias.ts";

export interface GgufModel {
  readonly promptBuilder: PromptBuilder;
  /** Control tokens as they are in prompts. */
  readonly controlTokens: readonly ControlToken[];
  /** Sampling of requests that ask for none. */
  readonly defaults: Sampling;
  /** The text that every prompt begins with: a begin-of-text token, or nothing. */
  readonly promptStart: string;
  /** The file with markers in place of the names of its control tokens. */
  rename(file: Blob): Blob;
}

/**
 * @param id of the model, for the message
 * @throws {GgufError} if the file is damaged, its vocabulary is of a kind that we cannot count, or its chat template cannot
 *   be used
 */
export async function readGgufModel(id: string, source: ByteSource): Promise<GgufModel> {
  const gguf = await readGguf(source);
  const { metadata, dataOffset } = gguf;
  const marked = markTokenizer(tokenizerJson(metadata), createMarkerSecret());
  const { header, tokens, endIds } = renameControlTokens(gguf, ({ name }) => marked.mark(name));
  const ranks = sentencePieceRanks(metadata);
  const beginId = beginTokenId(metadata);
  const chat = await readChatFormat(id, metadata);
  const begin = tokens.find((token) => token.id === beginId);
  return {
    promptBuilder: createPromptBuilder({
      format: chat.format,
      tokenizer: marked,
      counter: ranks ? createSentencePieceCounter(ranks, marked.json) : createTokenCounter(marked.json),
      prefixTokens: begin === undefined ? 0 : 1,
      endTokenIds: endIds,
      images: undefined,
    }),
    defaults: chat.sampling,
    controlTokens: tokens.map((token) => ({ id: token.id, text: marked.mark(token.name) })),
    promptStart: begin === undefined ? "" : marked.mark(begin.name),
    rename: (file) => new Blob([header, file.slice(dataOffset)]),
  };
}

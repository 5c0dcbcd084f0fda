/** Reads from a GGUF file's header what requests to its model need. */
import { EngineError } from "../../contract/engine-error.ts";
import { findControlTokens } from "../../gguf/control-tokens.ts";
import { GgufError } from "../../gguf/gguf-error.ts";
import { type ByteSource, type Gguf, readGguf } from "../../gguf/gguf.ts";
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
import { type Projector, type ProjectorLimits, readProjector } from "./projector/projector.ts";

export interface GgufModel {
  readonly promptBuilder: PromptBuilder;
  /** Control tokens as they are in prompts. */
  readonly controlTokens: readonly ControlToken[];
  /** Sampling of requests that ask for none. */
  readonly defaults: Sampling;
  /** The text that every prompt begins with: a begin-of-text token, or nothing. */
  readonly promptStart: string;
  /** Undefined for a model that takes no images. */
  readonly imageLimits: ProjectorLimits | undefined;
  /** The file with markers in place of the names of its control tokens. */
  rename(file: Blob): Blob;
}

/**
 * @param id of the model, for the message
 * @param projectorSource the file of the projector, for a model that takes images
 * @throws {GgufError} if a file is damaged, the vocabulary is of a kind that we cannot count, or the chat template cannot be
 *   used
 * @throws {EngineError} `unsupported` if the kind of the projector is unknown
 */
export async function readGgufModel(
  id: string,
  source: ByteSource,
  projectorSource?: ByteSource,
): Promise<GgufModel> {
  const gguf = await readGguf(source);
  const projector = projectorSource && supportedProjector(id, await readGguf(projectorSource));
  const { metadata, dataOffset } = gguf;
  const imageTokens = findControlTokens(metadata)
    .tokens.map(({ name }) => name)
    .filter((name) => projector?.usesToken(name));
  const marked = markTokenizer(tokenizerJson(metadata), createMarkerSecret(), imageTokens);
  const { header, tokens, endIds } = renameControlTokens(gguf, ({ name }) => marked.mark(name));
  const ranks = sentencePieceRanks(metadata);
  const beginId = beginTokenId(metadata);
  const chat = await readChatFormat(id, metadata);
  const begin = tokens.find((token) => token.id === beginId);
  const counter = ranks ? createSentencePieceCounter(ranks, marked.json) : createTokenCounter(marked.json);
  return {
    promptBuilder: createPromptBuilder({
      format: chat.format,
      tokenizer: marked,
      counter,
      prefixTokens: begin === undefined ? 0 : 1,
      endTokenIds: endIds,
      images: projector?.images(
        (text) => counter.count(text, Infinity).next().value ?? Infinity,
        imageTokens,
      ),
    }),
    defaults: chat.sampling,
    controlTokens: tokens.map((token) => ({ id: token.id, text: marked.mark(token.name) })),
    promptStart: begin === undefined ? "" : marked.mark(begin.name),
    imageLimits: projector?.limits,
    rename: (file) => new Blob([header, file.slice(dataOffset)]),
  };
}

function supportedProjector(id: string, { metadata }: Gguf): Projector {
  try {
    return readProjector(metadata);
  } catch (error) {
    if (!(error instanceof GgufError)) throw error;
    const message = `The projector file of the model '${id}' ${error.fault}: choose another model.`;
    throw new EngineError("unsupported", message, undefined, { cause: error });
  }
}

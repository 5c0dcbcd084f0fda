import { type ControlTokens, findControlTokens, TOKENS_KEY } from "./control-tokens.ts";
import { GgufError } from "./gguf-error.ts";
import type { Metadata } from "./header.ts";
import { integerField, textField, textsField } from "./metadata-fields.ts";
import { findPreTokenizer, type PreTokenizer } from "./pre-tokenizers.ts";
import { scoresOf } from "./sentence-piece-ranks.ts";

const BYTE_LEVEL = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
const SPACE = "▁";

/**
 * The tokenizer of a GGUF file as `tokenizer.json`, in the format of Hugging Face's tokenizers. It splits a text as
 * llama.cpp does that adds nothing to it (`renameControlTokens`). That of SentencePiece lacks the merges, which follow from
 * its scores (`sentencePieceRanks`).
 *
 * @throws {GgufError} if the vocabulary is neither byte-level BPE with a known pre-tokenizer nor SentencePiece
 */
export function tokenizerJson(metadata: Metadata): object {
  const control = findControlTokens(metadata);
  return tokenizerKind(metadata) === "gpt2"
    ? byteLevelJson(metadata, control)
    : sentencePieceJson(metadata, control);
}

/** Throws what `tokenizerJson` would throw, without its work: a large vocabulary takes it seconds. */
export function checkTokenizer(metadata: Metadata): void {
  findControlTokens(metadata);
  if (tokenizerKind(metadata) === "gpt2") preTokenizerOf(metadata);
  else scoresOf(metadata);
}

function tokenizerKind(metadata: Metadata): "gpt2" | "llama" {
  const kind = textField(metadata, "tokenizer.ggml.model");
  if (kind === "gpt2" || kind === "llama") return kind;
  throw new GgufError(`has a tokenizer of the kind ${kind}; gpt2 and llama are supported`);
}

/**
 * The id of the token that every prompt begins with; undefined if there is none.
 *
 * @throws {GgufError} if the pre-tokenizer is unknown
 */
export function beginTokenId(metadata: Metadata): number | undefined {
  const isSentencePiece = textField(metadata, "tokenizer.ggml.model") === "llama";
  const byDefault = isSentencePiece || preTokenizerOf(metadata).begins;
  const begins = metadata.get("tokenizer.ggml.add_bos_token") ?? byDefault;
  if (begins !== true) return undefined;
  return integerField(metadata, "tokenizer.ggml.bos_token_id") ?? (isSentencePiece ? 1 : undefined);
}

function preTokenizerOf(metadata: Metadata): PreTokenizer {
  const name = textField(metadata, "tokenizer.ggml.pre") ?? "default";
  const preTokenizer = findPreTokenizer(name);
  if (!preTokenizer) throw new GgufError(`has the pre-tokenizer ${name}, which is not supported`);
  return preTokenizer;
}

function byteLevelJson(metadata: Metadata, control: ControlTokens): object {
  const { steps, ignoresMerges, composes } = preTokenizerOf(metadata);
  const [step, ...more] = steps;
  return tokenizer(control, {
    normalizer: composes ? { type: "NFC" } : null,
    pre_tokenizer: more.length === 0 ? step : { type: "Sequence", pretokenizers: steps },
    decoder: { ...BYTE_LEVEL, add_prefix_space: true },
    model: {
      unk_token: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: textsField(metadata, TOKENS_KEY) ?? [],
      merges: textsField(metadata, "tokenizer.ggml.merges") ?? [],
      ignore_merges: ignoresMerges,
    },
  });
}

function sentencePieceJson(metadata: Metadata, control: ControlTokens): object {
  const tokens = textsField(metadata, TOKENS_KEY) ?? [];
  scoresOf(metadata);
  return tokenizer(control, {
    normalizer: { type: "Replace", pattern: { String: " " }, content: SPACE },
    pre_tokenizer: null,
    decoder: {
      type: "Sequence",
      decoders: [
        { type: "Replace", pattern: { String: SPACE }, content: " " },
        { type: "ByteFallback" },
        { type: "Fuse" },
      ],
    },
    model: {
      unk_token: tokens[integerField(metadata, "tokenizer.ggml.unknown_token_id") ?? 0] ?? null,
      fuse_unk: true,
      byte_fallback: true,
      vocab: tokens,
      merges: [],
      ignore_merges: false,
    },
  });
}

interface Parts {
  readonly normalizer: object | null;
  readonly pre_tokenizer: object | null | undefined;
  readonly decoder: object;
  readonly model: {
    readonly unk_token: string | null;
    readonly fuse_unk: boolean;
    readonly byte_fallback: boolean;
    /** By id. */
    readonly vocab: readonly string[];
    readonly merges: readonly string[];
    readonly ignore_merges: boolean;
  };
}

function tokenizer({ tokens }: ControlTokens, { normalizer, pre_tokenizer, decoder, model }: Parts): object {
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: tokens.map(({ id, name, special }) => ({
      id,
      content: name,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special,
    })),
    normalizer,
    pre_tokenizer,
    post_processor: null,
    decoder,
    model: {
      type: "BPE",
      dropout: null,
      unk_token: model.unk_token,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: model.fuse_unk,
      byte_fallback: model.byte_fallback,
      ...(model.ignore_merges && { ignore_merges: true }),
      vocab: Object.fromEntries(model.vocab.map((token, id) => [token, id])),
      merges: model.merges,
    },
  };
}

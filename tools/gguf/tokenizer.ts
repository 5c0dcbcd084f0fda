import * as z from "zod/mini";
import type { Metadata } from "../../src/gguf/header.ts";

/** GGUF's kind of a control token, which no text encodes to, such as `<|im_end|>`. */
const CONTROL = 3;

const vocabularySchema = z.object({
  "tokenizer.ggml.model": z.literal("gpt2", "must be gpt2: byte-level BPE"),
  "tokenizer.ggml.pre": z.literal("smollm", "must be smollm: digits one by one, then GPT-2's pattern"),
  "tokenizer.ggml.tokens": z.array(z.string()),
  "tokenizer.ggml.token_type": z.array(z.number()),
  "tokenizer.ggml.merges": z.array(z.string()),
  "tokenizer.ggml.bos_token_id": z.int(),
  "tokenizer.ggml.eos_token_id": z.int(),
});

export interface Vocabulary {
  /** The tokens by id, in GPT-2's byte-level alphabet. */
  readonly tokens: readonly string[];
  /** Ids of the control tokens. */
  readonly control: readonly number[];
  /** Merges as `"left right"`, by priority. */
  readonly merges: readonly string[];
  readonly beginId: number;
  readonly endId: number;
}

/**
 * @param size number of tokens of the model library
 * @throws if the GGUF's tokeniser is not byte-level BPE of the SmolLM kind, or has another size
 */
export function readVocabulary(metadata: Metadata, size: number): Vocabulary {
  const parsed = vocabularySchema.safeParse(Object.fromEntries(metadata));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`has no tokeniser that can be used: ${issue?.path.join(".")} ${issue?.message}`);
  }
  const tokens = parsed.data["tokenizer.ggml.tokens"];
  const kinds = parsed.data["tokenizer.ggml.token_type"];
  if (tokens.length !== size || kinds.length !== size)
    throw new Error(`has ${tokens.length} tokens of ${kinds.length} kinds; the library has ${size} tokens`);
  return {
    tokens,
    control: kinds.flatMap((kind, id) => (kind === CONTROL ? [id] : [])),
    merges: parsed.data["tokenizer.ggml.merges"],
    beginId: parsed.data["tokenizer.ggml.bos_token_id"],
    endId: parsed.data["tokenizer.ggml.eos_token_id"],
  };
}

/** `tokenizer.json` in the format of Hugging Face's tokenizers. */
export function tokenizerJson({ tokens, control, merges }: Vocabulary): object {
  const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: control.map((id) => ({
      id,
      content: tokens[id],
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: null,
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [{ type: "Digits", individual_digits: true }, byteLevel],
    },
    post_processor: null,
    decoder: { ...byteLevel, add_prefix_space: true },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges,
    },
  };
}

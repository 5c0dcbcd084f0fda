/** Counts a text's tokens in slices, and stops as soon as there are too many. */
import { BPE, ByteLevelPreTokenizer, Tokenizer } from "@huggingface/tokenizers";
import * as z from "zod/mini";
import type { Sliced } from "../../util/sliced.ts";
import { type AddedToken, addedTokenSchema, createAddedTokenSplitter } from "./added-tokens.ts";
import { applyMerges } from "./bpe-merges.ts";
import {
  canSplitInSlices,
  CHARACTERS_PER_SLICE,
  characterEnd,
  isByteLevel,
  nextWords,
} from "./pre-tokenizer.ts";

export interface TokenCounter {
  /** The number of tokens of `text` by itself; if it has more than `limit`, some number above `limit`. */
  count(text: string, limit: number): Sliced<number>;
}

/** Characters of a word up to which the library encodes it in one go. */
const MAX_WHOLE_WORD_LENGTH = 1024;

const tokenizerSchema = z.looseObject({
  added_tokens: z.array(addedTokenSchema),
  normalizer: z.optional(z.nullable(z.looseObject({ type: z.string() }))),
  pre_tokenizer: z.optional(z.unknown()),
  model: z.looseObject({
    end_of_word_suffix: z.optional(z.nullable(z.string())),
    continuing_subword_suffix: z.optional(z.nullable(z.string())),
  }),
});

/**
 * Counts as the library does. The kinds of tokenizer that no model of web-llm's list has are left to the library,
 * in one slice.
 *
 * @param source the content of `tokenizer.json`
 */
export function createTokenCounter(source: object): TokenCounter {
  const tokenizer = new Tokenizer(source, {});
  const config = z.parse(tokenizerSchema, source);
  const { model } = tokenizer;
  if (!(model instanceof BPE) || !countsInSlices(config) || (model.fuse_unk && !hasAllByteTokens(model))) {
    return { count: (text) => countAtOnce(tokenizer, text) };
  }
  return createBpeCounter(tokenizer, model, config);
}

// oxlint-disable-next-line require-yield
function* countAtOnce(tokenizer: Tokenizer, text: string): Sliced<number> {
  return tokenizer.encode(text, { add_special_tokens: false }).ids.length;
}

function createBpeCounter(
  { pre_tokenizer: preTokenizer, normalizer }: Tokenizer,
  model: BPE,
  config: z.infer<typeof tokenizerSchema>,
): TokenCounter {
  const addedTokens = new Map(config.added_tokens.map((token) => [token.content, token]));
  const split = createAddedTokenSplitter(addedTokens);
  const toBytes = isByteLevel(config.pre_tokenizer) ? spellBytes : undefined;

  function* countSection(section: string, limit: number): Sliced<number> {
    const text = normalizer === null ? section : normalizer.normalize(section);
    let count = 0;
    for (let from = 0; from < text.length && count <= limit;) {
      const { words, end } = nextWords(text, from, preTokenizer);
      for (const word of words) {
        count += yield* countWord(model, toBytes ? yield* toBytes(word) : word);
        if (count > limit) return count;
      }
      from = end;
      if (from < text.length) yield;
    }
    return count;
  }

  return {
    *count(text, limit) {
      let count = 0;
      let characters = 0;
      for (const section of split(text)) {
        if (addedTokens.has(section)) count += 1;
        else if (section !== "") count += yield* countSection(section, limit - count);
        if (count > limit) return count;
        characters += section.length;
        if (characters >= CHARACTERS_PER_SLICE) {
          characters = 0;
          yield;
        }
      }
      return count;
    },
  };
}

function* countWord(model: BPE, word: string): Sliced<number> {
  if (word.length <= MAX_WHOLE_WORD_LENGTH || (model.ignore_merges && model.tokens_to_ids.has(word))) {
    return model.encode([word]).length;
  }
  const rank = (left: string, right: string) => model.bpe_ranks.get(JSON.stringify([left, right]));
  let count = 0;
  for (const symbol of yield* applyMerges(word, rank)) {
    count += model.tokens_to_ids.has(symbol) ? 1 : model.encode([symbol]).length;
  }
  return count;
}

const byteAlphabet = new ByteLevelPreTokenizer({
  type: "ByteLevel",
  use_regex: false,
  add_prefix_space: false,
});

/** A word in GPT-2's alphabet, one character for each of its bytes. */
function* spellBytes(word: string): Sliced<string> {
  const spelled: string[] = [];
  for (let from = 0; from < word.length;) {
    if (from > 0) yield;
    const end = characterEnd(word, from + CHARACTERS_PER_SLICE);
    spelled.push(...byteAlphabet.pre_tokenize_text(word.slice(from, end)));
    from = end;
  }
  return spelled.join("");
}

/** True if added tokens may be split off first, and then one word after another be normalized and merged. */
function countsInSlices({
  added_tokens,
  normalizer,
  pre_tokenizer,
  model,
}: z.infer<typeof tokenizerSchema>): boolean {
  const { end_of_word_suffix, continuing_subword_suffix } = model;
  const findsAddedFirst =
    normalizer == null || normalizer.type === "NFC" || !added_tokens.some(isFoundAfterNormalization);
  return (
    findsAddedFirst && !end_of_word_suffix && !continuing_subword_suffix && canSplitInSlices(pre_tokenizer)
  );
}

/** True if the tokenizer looks for an added token in the normalized text. */
function isFoundAfterNormalization({ normalized, special }: AddedToken): boolean {
  return normalized ?? special !== true;
}

/** True if no character is unknown: byte fallback has a token for each byte, `<0x00>` to `<0xFF>`. */
function hasAllByteTokens({ byte_fallback, tokens_to_ids: ids }: BPE): boolean {
  const name = (byte: number) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`;
  return byte_fallback && Array.from({ length: 256 }, (_, byte) => byte).every((byte) => ids.has(name(byte)));
}

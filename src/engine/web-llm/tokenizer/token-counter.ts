/** Counts a text's tokens in slices, and stops once there are too many. */
import { BPE, ByteLevelPreTokenizer, Tokenizer } from "@huggingface/tokenizers";
import * as z from "zod/mini";
import type { Sliced } from "../../../openai/sliced.ts";
import { anyOf } from "../../../util/regexp.ts";
import { mergeSymbols } from "./bpe-merges.ts";
import {
  CHARACTERS_PER_SLICE,
  characterEnd,
  hasByteLevel,
  nextWords,
  splitsFromTheLeft,
} from "./pre-tokenizer.ts";

export interface TokenCounter {
  /** The number of tokens that `text` has by itself, or some number above `limit` where it has more than that. */
  count(text: string, limit: number): Sliced<number>;
}

/** Longer words are encoded in slices. */
const LONG_WORD = 1024;

const addedTokenSchema = z.looseObject({
  content: z.string(),
  special: z.optional(z.boolean()),
  normalized: z.optional(z.boolean()),
  lstrip: z.optional(z.boolean()),
  rstrip: z.optional(z.boolean()),
});
const tokenizerSchema = z.looseObject({
  added_tokens: z.array(addedTokenSchema),
  normalizer: z.optional(z.nullable(z.looseObject({ type: z.string() }))),
  pre_tokenizer: z.optional(z.unknown()),
  model: z.looseObject({
    end_of_word_suffix: z.optional(z.nullable(z.string())),
    continuing_subword_suffix: z.optional(z.nullable(z.string())),
  }),
});

type AddedToken = z.infer<typeof addedTokenSchema>;

/**
 * As the library counts, which it leaves the rare kinds of tokenizer to, that no model of web-llm's list has.
 *
 * @param source `tokenizer.json`
 */
export function createTokenCounter(source: object): TokenCounter {
  const tokenizer = new Tokenizer(source, {});
  const { pre_tokenizer: splitter, normalizer } = tokenizer;
  const byteLevel = new ByteLevelPreTokenizer({
    type: "ByteLevel",
    use_regex: false,
    add_prefix_space: false,
  });
  const read = z.parse(tokenizerSchema, source);
  const known = tokenizer.model;
  if (!(known instanceof BPE) || !isPlain(read) || (known.fuse_unk && !knowsAllBytes(known))) {
    return { count: (text) => countAtOnce(tokenizer, text) };
  }
  const model: BPE = known;
  const { added_tokens: added } = read;
  const bytes = hasByteLevel(read.pre_tokenizer);
  const byContent = new Map(added.map((token) => [token.content, token]));
  const pattern = anyOf([...byContent.keys()]);

  /** A word in the characters that stand for its bytes. */
  function* spellBytes(word: string): Sliced<string> {
    const spelled: string[] = [];
    for (let from = 0; from < word.length;) {
      if (from > 0) yield;
      const end = characterEnd(word, from + CHARACTERS_PER_SLICE);
      spelled.push(...byteLevel.pre_tokenize_text(word.slice(from, end)));
      from = end;
    }
    return spelled.join("");
  }

  function* countSection(section: string, limit: number): Sliced<number> {
    const text = normalizer === null ? section : normalizer.normalize(section);
    let count = 0;
    for (let from = 0; from < text.length && count <= limit;) {
      const { words, end } = nextWords(text, from, splitter);
      for (const word of words) {
        count += yield* countWord(model, bytes ? yield* spellBytes(word) : word);
        if (count > limit) return count;
      }
      from = end;
      if (from < text.length) yield;
    }
    return count;
  }

  return {
    *count(text, limit) {
      const sections = pattern === undefined ? [text] : splitAt(text, pattern, byContent);
      let count = 0;
      let characters = 0;
      for (const section of sections) {
        if (byContent.has(section)) count += 1;
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

// oxlint-disable-next-line require-yield
function* countAtOnce(tokenizer: Tokenizer, text: string): Sliced<number> {
  return tokenizer.encode(text, { add_special_tokens: false }).ids.length;
}

function* countWord(model: BPE, word: string): Sliced<number> {
  if (word.length <= LONG_WORD || (model.ignore_merges && model.tokens_to_ids.has(word))) {
    return model.encode([word]).length;
  }
  const rank = (left: string, right: string) => model.bpe_ranks.get(JSON.stringify([left, right]));
  let count = 0;
  for (const symbol of yield* mergeSymbols(word, rank)) {
    count += model.tokens_to_ids.has(symbol) ? 1 : model.encode([symbol]).length;
  }
  return count;
}

/** Whether the rules below are all that there is to it. */
function isPlain({
  added_tokens,
  normalizer,
  pre_tokenizer,
  model,
}: z.infer<typeof tokenizerSchema>): boolean {
  const { end_of_word_suffix, continuing_subword_suffix } = model;
  const findsAddedFirst =
    normalizer == null || normalizer.type === "NFC" || !added_tokens.some(isFoundInNormalised);
  return (
    findsAddedFirst && !end_of_word_suffix && !continuing_subword_suffix && splitsFromTheLeft(pre_tokenizer)
  );
}

/** Whether an added token is looked for once the text is normalised. */
function isFoundInNormalised({ normalized, special }: AddedToken): boolean {
  return normalized ?? special !== true;
}

/** Whether there is no character that it does not know. */
function knowsAllBytes({ byte_fallback, tokens_to_ids: ids }: BPE): boolean {
  const name = (byte: number) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`;
  return byte_fallback && Array.from({ length: 256 }, (_, byte) => byte).every((byte) => ids.has(name(byte)));
}

/** A text between added tokens, and those; white space next to some of them is theirs. */
function splitAt(text: string, pattern: RegExp, tokens: ReadonlyMap<string, AddedToken>): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    parts.push(text.slice(from, index), found);
    from = index + found.length;
  }
  parts.push(text.slice(from));
  const sections = parts.filter((part) => part !== "");
  for (const [index, section] of sections.entries()) {
    const { lstrip, rstrip } = tokens.get(section) ?? {};
    const [before, after] = [sections[index - 1], sections[index + 1]];
    if (lstrip === true && before !== undefined) sections[index - 1] = before.trimEnd();
    if (rstrip === true && after !== undefined) sections[index + 1] = after.trimStart();
  }
  return sections;
}

/** Splits a text into words piece by piece, as a tokenizer splits the whole. */
import { ByteLevelPreTokenizer, SequencePreTokenizer, type Tokenizer } from "@huggingface/tokenizers";
import * as z from "zod/mini";

/** Characters that are split into words in one go. */
export const CHARACTERS_PER_SLICE = 8192;
/** Number of characters that a pattern which splits words looks beyond the end of one. */
const LOOKAHEAD = 64;

const preTokenizerSchema = z.looseObject({
  type: z.string(),
  add_prefix_space: z.optional(z.boolean()),
  pretokenizers: z.optional(z.array(z.unknown())),
});

/** Whether words depend on nothing before them, so that a text may be split from where a word ends. */
export function splitsFromTheLeft(preTokenizer: unknown): boolean {
  if (preTokenizer === null || preTokenizer === undefined) return true;
  const parsed = preTokenizerSchema.safeParse(preTokenizer);
  if (!parsed.success) return false;
  const { type, add_prefix_space: prefix, pretokenizers = [] } = parsed.data;
  if (type === "Sequence") {
    return pretokenizers.every(splitsFromTheLeft) && !pretokenizers.slice(0, -1).some(hasByteLevel);
  }
  return (type === "ByteLevel" && prefix !== true) || type === "Split" || type === "Digits";
}

/** Whether a character of a word stands for a byte. */
export function hasByteLevel(preTokenizer: unknown): boolean {
  const parsed = preTokenizerSchema.safeParse(preTokenizer);
  if (!parsed.success) return false;
  return parsed.data.type === "ByteLevel" || (parsed.data.pretokenizers ?? []).some(hasByteLevel);
}

type Splitter = Tokenizer["pre_tokenizer"];

/** The words of a text as they stand there: the library's would have a character for each byte. */
function split(splitter: Splitter, texts: string[]): string[] {
  if (splitter === null) return texts;
  if (splitter instanceof SequencePreTokenizer) {
    return splitter.tokenizers.reduce((words, step) => split(step, words), texts);
  }
  if (!(splitter instanceof ByteLevelPreTokenizer)) return splitter.pre_tokenize(texts);
  return splitter.use_regex ? texts.flatMap((text) => text.match(splitter.pattern) ?? []) : texts;
}

/**
 * The words from `from` on, as they are in the whole text, and where the last of them ends. A window is split rather
 * than the text; its last words may go on beyond it, so they are left to the next one, and a word that fills it makes
 * it larger.
 */
export function nextWords(text: string, from: number, splitter: Splitter): { words: string[]; end: number } {
  if (splitter === null) return { words: [text.slice(from)], end: text.length };
  for (let size = CHARACTERS_PER_SLICE; from + size < text.length; size *= 4) {
    const window = text.slice(from, characterEnd(text, from + size));
    const words = split(splitter, [window]);
    // A splitter that leaves something out does not tell where its words are.
    if (words.reduce((sum, word) => sum + word.length, 0) !== window.length) break;
    const kept: string[] = [];
    let length = 0;
    for (const word of words) {
      if (length + word.length > window.length - LOOKAHEAD) break;
      length += word.length;
      kept.push(word);
    }
    if (kept.length > 0) return { words: kept, end: from + length };
  }
  return { words: split(splitter, [text.slice(from)]), end: text.length };
}

/** `at`, or the place behind it where that would split a character. */
export function characterEnd(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
}

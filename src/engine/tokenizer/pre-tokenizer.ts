/** Pre-tokenization in slices: a long text is split into the same words as if it were split at once. */
import { ByteLevelPreTokenizer, SequencePreTokenizer, type Tokenizer } from "@huggingface/tokenizers";
import * as z from "zod/mini";

/** Characters that are split into words in one slice. */
export const CHARACTERS_PER_SLICE = 8192;
/** Characters beyond the end of a word that a pre-tokenizer's pattern may look at. */
const MAX_LOOKAHEAD = 64;

const preTokenizerSchema = z.looseObject({
  type: z.string(),
  add_prefix_space: z.optional(z.boolean()),
  pretokenizers: z.optional(z.array(z.unknown())),
});

/**
 * True if a word depends on nothing before it, so that a text may be split from the end of any word on.
 *
 * @param source the value of `pre_tokenizer` in `tokenizer.json`
 */
export function canSplitInSlices(source: unknown): boolean {
  if (source === null || source === undefined) return true;
  const parsed = preTokenizerSchema.safeParse(source);
  if (!parsed.success) return false;
  const { type, add_prefix_space: prefix, pretokenizers = [] } = parsed.data;
  if (type === "Sequence") {
    return pretokenizers.every(canSplitInSlices) && !pretokenizers.slice(0, -1).some(isByteLevel);
  }
  return (type === "ByteLevel" && prefix !== true) || type === "Split" || type === "Digits";
}

/** True if each character of a word stands for one byte of the text, as in GPT-2's vocabulary. */
export function isByteLevel(source: unknown): boolean {
  const parsed = preTokenizerSchema.safeParse(source);
  if (!parsed.success) return false;
  return parsed.data.type === "ByteLevel" || (parsed.data.pretokenizers ?? []).some(isByteLevel);
}

type PreTokenizer = Tokenizer["pre_tokenizer"];

/** The words as substrings of the text: the library's byte-level step would write them in GPT-2's alphabet. */
function split(preTokenizer: PreTokenizer, texts: string[]): string[] {
  if (preTokenizer === null) return texts;
  if (preTokenizer instanceof SequencePreTokenizer) {
    return preTokenizer.tokenizers.reduce((words, step) => split(step, words), texts);
  }
  if (!(preTokenizer instanceof ByteLevelPreTokenizer)) return preTokenizer.pre_tokenize(texts);
  return preTokenizer.use_regex ? texts.flatMap((text) => text.match(preTokenizer.pattern) ?? []) : texts;
}

/**
 * The next words of `text` from `from` on, the same as in the whole text, and the index after the last of them.
 *
 * Only a window of the text is split. Words near its end may go on beyond it and are left to the next call:
 *
 *     the cat sat on the m|at          the window ends within `mat`
 *     the| cat| sat| on| the           kept; ` mat` begins the next window
 *
 * A word that fills the window makes it four times as large.
 */
export function nextWords(
  text: string,
  from: number,
  preTokenizer: PreTokenizer,
): { words: string[]; end: number } {
  if (preTokenizer === null) return { words: [text.slice(from)], end: text.length };
  for (let size = CHARACTERS_PER_SLICE; from + size < text.length; size *= 4) {
    const window = text.slice(from, characterEnd(text, from + size));
    const words = split(preTokenizer, [window]);
    // A pre-tokenizer that drops characters does not tell where its words are.
    if (words.reduce((sum, word) => sum + word.length, 0) !== window.length) break;
    const complete: string[] = [];
    let length = 0;
    for (const word of words) {
      if (length + word.length > window.length - MAX_LOOKAHEAD) break;
      length += word.length;
      complete.push(word);
    }
    if (complete.length > 0) return { words: complete, end: from + length };
  }
  return { words: split(preTokenizer, [text.slice(from)]), end: text.length };
}

/** `at`, or the next index where `at` would split a surrogate pair. */
export function characterEnd(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
}

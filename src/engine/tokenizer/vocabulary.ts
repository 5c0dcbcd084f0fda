import * as z from "zod/mini";

/** The vocabulary in `tokenizer.json`: ids by token for BPE, a list of tokens with their scores for Unigram. */
export type Vocabulary = Record<string, unknown> | [token: string, score: number][];

const unigramEntrySchema = z.tuple([z.string(), z.number()]);

/** @throws if `vocab` is not a vocabulary */
export function renameVocabulary(vocab: unknown, rename: (token: string) => string): Vocabulary {
  if (Array.isArray(vocab)) {
    return vocab.map((entry): [string, number] => {
      const [token, score] = z.parse(unigramEntrySchema, entry);
      return [rename(token), score];
    });
  }
  if (typeof vocab !== "object" || vocab === null) throw new Error("The tokenizer has no vocabulary.");
  return Object.fromEntries(Object.entries(vocab).map(([token, id]) => [rename(token), id]));
}

/** Length of the longest token in characters. */
export function maxTokenLength(vocab: Vocabulary): number {
  const tokens = Array.isArray(vocab) ? vocab.map(([token]) => token) : Object.keys(vocab);
  return tokens.reduce((max, token) => Math.max(max, token.length), 0);
}

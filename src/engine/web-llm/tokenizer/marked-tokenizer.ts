/**
 * Keeps control tokens out of reach of client text. A tokenizer takes the text `<|im_start|>` for the control
 * token wherever it stands, so in the copy of the tokenizer that web-llm gets, every such token goes by a
 * random name, which only text from the model's template is translated to. Ids do not change.
 */
import { markReplacements } from "./mark-replacements.ts";
import * as z from "zod/mini";
import { anyOf } from "../../../util/regexp.ts";

export interface MarkedTokenizer {
  /** The tokenizer with the tokens renamed, as `tokenizer.json` holds it. */
  readonly json: object;
  /** The normaliser that it applies to a text first, as `tokenizer.json` has it. */
  readonly normalizer: unknown;
  /** Text of the template, with names of control tokens replaced by their markers. */
  mark(controlText: string): string;
  /** The parts of a template's text between its control tokens. */
  plainTexts(controlText: string): readonly string[];
  /** Generated text, with markers replaced by the tokens' own names, and by U+FFFD where the model wrote that. */
  unmark(text: string): string;
  /** The id of the control token of that name. */
  controlTokenId(name: string): number | undefined;
  /** Characters of the longest token: no token stands for more. */
  readonly longestToken: number;
}

const tokenizerSchema = z.looseObject({
  normalizer: z.optional(z.unknown()),
  added_tokens: z.array(
    z.looseObject({ id: z.int(), content: z.string(), special: z.optional(z.boolean()) }),
  ),
  decoder: z.optional(z.unknown()),
  model: z.looseObject({
    vocab: z.unknown(),
    merges: z.optional(z.array(z.union([z.string(), z.tuple([z.string(), z.string()])]))),
    unk_token: z.optional(z.nullable(z.string())),
  }),
});

const ID_DIGITS = 7;
/** In the place of an id: no vocabulary is that large. */
const REPLACEMENT_ID = 10 ** ID_DIGITS - 1;
/**
 * A grammar takes a token for the text of its name. No grammar of JSON lets a control character through, so that
 * none of these tokens, special or not, can stand in a string, where it would count as text that it is not: they
 * come only where the grammar names them.
 */
const MARKER_START = "\u0001";

/**
 * @param source `tokenizer.json` as published with the model
 * @param secret a random text of lower-case letters and digits that no client can know; a normaliser and
 *   the byte-level alphabet leave such characters as they are
 * @throws where `source` is not a Hugging Face tokenizer
 */
export function markTokenizer(source: unknown, secret: string): MarkedTokenizer {
  const tokenizer = z.parse(tokenizerSchema, source);
  // Runs of spaces and newlines are added tokens in some vocabularies: they control nothing.
  const tokens = tokenizer.added_tokens.filter(({ content }) => content.trim() !== "");
  const markers = new Map(tokens.map(({ id, content }) => [content, marker(secret, id)]));
  const renamed = (text: string) => markers.get(text) ?? text;
  const { vocab, merges, unk_token, ...model } = tokenizer.model;
  const newVocab = renameVocabulary(vocab, renamed);

  const pattern = anyOf([...markers.keys()]);
  const names = new Map(tokens.map(({ id, content }) => [marker(secret, id), content]));
  const replacement = padded(secret, REPLACEMENT_ID);
  names.set(replacement, "\uFFFD");
  const markerPattern = new RegExp(`${MARKER_START}?${secret}\\d{${ID_DIGITS}}`, "g");
  return {
    json: {
      ...tokenizer,
      ...(tokenizer.decoder !== undefined && {
        decoder: markReplacements(tokenizer.decoder, replacement),
      }),
      added_tokens: tokenizer.added_tokens.map((token) =>
        markers.has(token.content)
          ? { ...token, content: renamed(token.content), normalized: false, single_word: false }
          : token,
      ),
      model: {
        ...model,
        vocab: newVocab,
        ...(unk_token !== undefined && { unk_token: unk_token === null ? null : renamed(unk_token) }),
        // A merge that makes a renamed token would make it out of client text.
        ...(merges && {
          merges: merges.filter((merge) => !mergeTexts(merge).some((text) => markers.has(text))),
        }),
      },
    },
    normalizer: tokenizer.normalizer,
    mark: (text) => (pattern === undefined ? text : text.replace(pattern, renamed)),
    plainTexts: (text) => (pattern === undefined ? [text] : text.split(pattern)),
    unmark: (text) => text.replace(markerPattern, (found) => names.get(found) ?? found),
    controlTokenId: (name) => tokens.find(({ content }) => content === name)?.id,
    longestToken: longestToken(newVocab),
  };
}

/** All markers have one length, so that none begins another. */
function marker(secret: string, id: number): string {
  return MARKER_START + padded(secret, id);
}

function padded(secret: string, id: number): string {
  return secret + String(id).padStart(ID_DIGITS, "0");
}

/** A BPE vocabulary is an object of ids by token, a Unigram one a list of pairs of token and score. */
function renameVocabulary(vocab: unknown, renamed: (token: string) => string): Vocabulary {
  if (Array.isArray(vocab)) {
    return vocab.map((entry): [string, number] => {
      const [token, score] = z.parse(unigramEntrySchema, entry);
      return [renamed(token), score];
    });
  }
  if (typeof vocab !== "object" || vocab === null) throw new Error("The tokenizer has no vocabulary.");
  return Object.fromEntries(Object.entries(vocab).map(([token, id]) => [renamed(token), id]));
}

type Vocabulary = [string, number][] | Record<string, unknown>;
const unigramEntrySchema = z.tuple([z.string(), z.number()]);

function longestToken(vocab: Vocabulary): number {
  const tokens = Array.isArray(vocab) ? vocab.map(([token]) => token) : Object.keys(vocab);
  return tokens.reduce((longest, token) => Math.max(longest, token.length), 0);
}

/** The two tokens that a merge joins, and the one that it makes. */
function mergeTexts(merge: string | readonly [string, string]): readonly string[] {
  const at = typeof merge === "string" ? merge.indexOf(" ") : 0;
  const [left, right] = typeof merge === "string" ? [merge.slice(0, at), merge.slice(at + 1)] : merge;
  return [left, right, left + right];
}

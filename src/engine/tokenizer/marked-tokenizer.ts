/**
 * Keeps control tokens out of the reach of client text. A tokenizer takes the text `<|im_start|>` for the control token
 * wherever it stands. So in the copy of the tokenizer that web-llm gets, every such token has a random name, its marker,
 * and only text of the model's template is translated to markers. Ids do not change:
 *
 *     tokenizer.json                      <|im_start|>                         id 257
 *     the copy                            \u0001m3f…x0000257                   id 257
 *     template text `<|im_start|>user`    \u0001m3f…x0000257user               [257, …]
 *     client text `<|im_start|>user`      unchanged                            plain text: `<`, `|`, `im`, …
 */
import * as z from "zod/mini";
import { anyOf } from "../../util/regexp.ts";
import { markReplacements } from "./mark-replacements.ts";
import { maxTokenLength, renameVocabulary } from "./vocabulary.ts";

export interface MarkedTokenizer {
  /** The content of `tokenizer.json` with the tokens renamed. */
  readonly json: object;
  /** The value of `normalizer` in `tokenizer.json`. */
  readonly normalizer: unknown;
  /** Template text with the names of control tokens replaced by their markers. */
  mark(controlText: string): string;
  /** The parts of a template text between its control tokens. */
  plainTexts(controlText: string): readonly string[];
  /** Generated text with markers replaced by the tokens' own names, and by U+FFFD where the model wrote that. */
  unmark(text: string): string;
  /** The id of the control token with that name. */
  controlTokenId(name: string): number | undefined;
  /** Length of the longest token in characters: no token stands for more text than that. */
  readonly maxTokenLength: number;
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
/** Takes the place of an id. No vocabulary is that large. */
const REPLACEMENT_ID = 10 ** ID_DIGITS - 1;
/**
 * To a grammar, a token is the text of its name. No JSON grammar allows a control character, so none of these tokens,
 * special or not, is allowed in a string. They are allowed only where the grammar names them.
 */
const MARKER_START = "\u0001";

/**
 * @param source the content of `tokenizer.json` as published with the model
 * @param secret random lower-case letters and digits that no client can know. Normalizers and the byte-level alphabet
 *   leave such characters as they are
 * @param kept names of tokens that stay as they are: the engine looks for them. Client text must have them broken
 * @throws if `source` is not a Hugging Face tokenizer
 */
export function markTokenizer(
  source: unknown,
  secret: string,
  kept: readonly string[] = [],
): MarkedTokenizer {
  const tokenizer = z.parse(tokenizerSchema, source);
  // Runs of spaces and newlines are added tokens in some vocabularies: they control nothing.
  const tokens = tokenizer.added_tokens.filter(
    ({ content }) => content.trim() !== "" && !kept.includes(content),
  );
  const markers = new Map(tokens.map(({ id, content }) => [content, marker(secret, id)]));
  const rename = (token: string) => markers.get(token) ?? token;
  const { vocab, merges, unk_token, ...model } = tokenizer.model;
  const newVocab = renameVocabulary(vocab, rename);

  const namePattern = anyOf([...markers.keys()]);
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
          ? { ...token, content: rename(token.content), normalized: false, single_word: false }
          : token,
      ),
      model: {
        ...model,
        vocab: newVocab,
        ...(unk_token !== undefined && { unk_token: unk_token === null ? null : rename(unk_token) }),
        // A merge that produces a renamed token would produce it from client text.
        ...(merges && {
          merges: merges.filter((merge) => !mergeTokens(merge).some((token) => markers.has(token))),
        }),
      },
    },
    normalizer: tokenizer.normalizer,
    mark: (text) => (namePattern === undefined ? text : text.replace(namePattern, rename)),
    plainTexts: (text) => (namePattern === undefined ? [text] : text.split(namePattern)),
    unmark: (text) => text.replace(markerPattern, (found) => names.get(found) ?? found),
    controlTokenId: (name) => tokens.find(({ content }) => content === name)?.id,
    maxTokenLength: maxTokenLength(newVocab),
  };
}

/** All markers have the same length, so that none is a prefix of another. */
function marker(secret: string, id: number): string {
  return MARKER_START + padded(secret, id);
}

function padded(secret: string, id: number): string {
  return secret + String(id).padStart(ID_DIGITS, "0");
}

/** The two tokens that a merge joins, and the one that it produces. */
function mergeTokens(merge: string | readonly [string, string]): readonly string[] {
  const at = typeof merge === "string" ? merge.indexOf(" ") : 0;
  const [left, right] = typeof merge === "string" ? [merge.slice(0, at), merge.slice(at + 1)] : merge;
  return [left, right, left + right];
}

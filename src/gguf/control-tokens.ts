/** The tokens of a vocabulary that llama.cpp finds in a text before it looks at the rest, and those that end a reply. */
import { findNamedTokens, type NamedTokens } from "./end-tokens.ts";
import { GgufError } from "./gguf-error.ts";
import type { Metadata } from "./header.ts";
import { integerField, numbersField, textField, textsField } from "./metadata-fields.ts";
import { TOKEN_TYPE } from "./token-types.ts";

export const TOKENS_KEY = "tokenizer.ggml.tokens";
export const TOKEN_TYPES_KEY = "tokenizer.ggml.token_type";

export interface ControlToken {
  readonly id: number;
  readonly name: string;
  /** False if the token stands for text, such as `<think>` or an HTML tag. */
  readonly special: boolean;
}

export interface ControlTokens {
  /** The tokens that are found in a text first, by id. Some are runs of white space. */
  readonly tokens: readonly ControlToken[];
  /** The type of every token as llama.cpp sees it. */
  readonly types: readonly number[];
  /** Ids of all tokens that end a reply, the model's own end token first. */
  readonly endIds: readonly number[];
}

/** SentencePiece's spelling of spaces: no text holds it when tokens are looked for in it. */
const SPELLED_SPACES = /^▁+$/;

/** False for runs of white space: they control nothing. */
export function isNamed({ name }: ControlToken): boolean {
  return name.trim() !== "";
}

/** Keys of tokens that end a reply in llama.cpp, whatever their names. */
export const END_KEYS = ["eos", "eot", "eom", "fim_pad", "fim_rep", "fim_sep"].map(
  (name) => `tokenizer.ggml.${name}_token_id`,
);

/** `special_eos_id` of a SentencePiece vocabulary without the key. */
const SENTENCE_PIECE_END = 2;

/** @throws {GgufError} if the file has no vocabulary */
export function findControlTokens(metadata: Metadata): ControlTokens {
  const names = textsField(metadata, TOKENS_KEY);
  if (!names) throw new GgufError("has no vocabulary");
  const named = findNamedTokens(names);
  const stated = numbersField(metadata, TOKEN_TYPES_KEY) ?? [];
  const types = names.map((_, id) => typeOf(id, stated[id], named));
  const tokens: ControlToken[] = [];
  for (const [id, name] of names.entries()) {
    const type = types[id];
    const special = type === TOKEN_TYPE.control || type === TOKEN_TYPE.unknown;
    const isFound = special || type === TOKEN_TYPE.userDefined;
    if (isFound && !SPELLED_SPACES.test(name)) tokens.push({ id, name, special });
  }
  return { tokens, types, endIds: findEndIds(metadata, named, names.length) };
}

function typeOf(
  id: number,
  stated: number | undefined,
  { controlIds, shownIds, plainIds }: NamedTokens,
): number {
  if (shownIds.has(id)) return TOKEN_TYPE.userDefined;
  if (plainIds.has(id)) return TOKEN_TYPE.normal;
  if (controlIds.has(id)) return TOKEN_TYPE.control;
  return stated ?? TOKEN_TYPE.normal;
}

function findEndIds(metadata: Metadata, { endIds }: NamedTokens, tokenCount: number): number[] {
  const isSentencePiece = textField(metadata, "tokenizer.ggml.model") === "llama";
  const [end, ...others] = END_KEYS.map((key) => integerField(metadata, key));
  const stated = [end ?? (isSentencePiece ? SENTENCE_PIECE_END : undefined), ...others];
  const ids = [...stated.filter((id) => id !== undefined && id < tokenCount), ...endIds];
  return [...new Set(ids.filter((id) => id !== undefined))];
}

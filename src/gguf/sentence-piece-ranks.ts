import { findControlTokens, isNamed, TOKENS_KEY } from "./control-tokens.ts";
import { GgufError } from "./gguf-error.ts";
import type { Metadata } from "./header.ts";
import { numbersField, textField, textsField } from "./metadata-fields.ts";
import { TOKEN_TYPE } from "./token-types.ts";

/**
 * SentencePiece joins the two neighbours whose text together is the token with the highest score.
 *
 * @returns the tokens that neighbours are joined to, with their ranks: the lowest comes first. Undefined if the vocabulary
 *   is of another kind
 * @throws {GgufError} if it has no scores
 */
export function sentencePieceRanks(metadata: Metadata): ReadonlyMap<string, number> | undefined {
  if (textField(metadata, "tokenizer.ggml.model") !== "llama") return undefined;
  const scores = scoresOf(metadata);
  const { tokens: control, types } = findControlTokens(metadata);
  const named = new Set(control.filter(isNamed).map(({ id }) => id));
  const ranks = new Map<string, number>();
  for (const [id, token] of (textsField(metadata, TOKENS_KEY) ?? []).entries()) {
    if (!named.has(id) && types[id] !== TOKEN_TYPE.byte) ranks.set(token, -(scores[id] ?? 0));
  }
  return ranks;
}

/** @throws {GgufError} unless there is a score for each token */
export function scoresOf(metadata: Metadata): readonly number[] {
  const scores = numbersField(metadata, "tokenizer.ggml.scores");
  if (scores !== undefined && scores.length === textsField(metadata, TOKENS_KEY)?.length) return scores;
  throw new GgufError("has a vocabulary without scores");
}

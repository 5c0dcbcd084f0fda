/**
 * SentencePiece joins the two neighbours whose text together is the token with the highest score. As merges: each
 * token may come from any two tokens that make up its text, and merges of tokens with higher scores come first.
 *
 * @param tokens the vocabulary by id
 * @param isMergeable false for tokens that no text is joined to, by id
 * @returns the merges as pairs, by priority
 */
export function sentencePieceMerges(
  tokens: readonly string[],
  scores: readonly number[],
  isMergeable: (id: number) => boolean,
): [left: string, right: string][] {
  const mergeable = tokens.flatMap((_, id) => (isMergeable(id) ? [id] : []));
  const names = new Set(mergeable.map((id) => tokens[id]));
  const byScore = mergeable.toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  return byScore.flatMap((id) => splits(tokens[id] ?? "", names));
}

function splits(token: string, names: ReadonlySet<string | undefined>): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 1; at < token.length; at++) {
    const left = token.slice(0, at);
    const right = token.slice(at);
    if (names.has(left) && names.has(right)) pairs.push([left, right]);
  }
  return pairs;
}

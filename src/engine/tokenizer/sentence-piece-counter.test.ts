import fc from "fast-check";
import { expect, it } from "vitest";
import { runAtOnce } from "../../openai/testing/run-at-once.ts";
import { createSentencePieceCounter } from "./sentence-piece-counter.ts";

const PIECES = ["▁", "a", "b", "c", "ab", "bc", "▁a", "▁ab", "abc", "aa", "▁▁", "😀", "a😀", "cb"];
const SCORES = [-1, -2, -3, -4, -20, -7, -9, -8, -10, -12, -13, -14, -15, -6];
const RANKS = new Map(PIECES.map((piece, index) => [piece, -(SCORES[index] ?? 0)]));

const { count } = createSentencePieceCounter(RANKS, {
  added_tokens: ["<s>", "\n\n"].map((content, id) => ({ id, content })),
});
const countOf = (text: string, limit = Infinity) => runAtOnce(count(text, limit));

/** The algorithm as it is defined: the neighbours whose text has the highest score are joined, the leftmost first. */
function sentencePieceCount(text: string): number {
  const symbols = Array.from(text.replaceAll(" ", "▁"));
  const score = (token: string) => SCORES[PIECES.indexOf(token)] ?? -Infinity;
  for (;;) {
    const joined = symbols.slice(1).map((right, index) => score(`${symbols[index]}${right}`));
    const best = Math.max(...joined);
    if (best === -Infinity) break;
    const at = joined.indexOf(best);
    symbols.splice(at, 2, `${symbols[at]}${symbols[at + 1]}`);
  }
  return symbols.reduce(
    (sum, symbol) => sum + (PIECES.includes(symbol) ? 1 : new TextEncoder().encode(symbol).length),
    0,
  );
}

it("joins the same neighbours as SentencePiece, and spells what has no token", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", " ", "😀", "é"), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(text, (characters) => {
      expect(countOf(characters.join(""))).toBe(sentencePieceCount(characters.join("")));
    }),
    { numRuns: 500, seed: 20_261_122 },
  );
});

it("finds added tokens first", () => {
  expect(countOf("<s>a\n\n")).toBe(3);
  // Its parts have no tokens.
  expect(countOf("<s")).toBe(2);
});

it("stops above the limit", () => {
  expect(countOf("<s>".repeat(100), 7)).toBe(8);
});

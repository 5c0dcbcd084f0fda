import { describe, expect, it } from "vitest";
import { runAtOnce } from "../../openai/testing/run-at-once.ts";
import { applyMerges } from "./bpe-merges.ts";

function merged(word: string, ...merges: string[]): string {
  const ranks = new Map(merges.map((merge, rank) => [merge, rank]));
  return runAtOnce(applyMerges(word, (left, right) => ranks.get(`${left} ${right}`))).join(" ");
}

describe("applyMerges", () => {
  it("merges the pair with the lowest rank first", () => {
    expect(merged("lower", "l o", "lo w", "e r")).toBe("low er");
    expect(merged("abc", "b c", "a b")).toBe("a bc");
  });

  it("merges the leftmost of equal pairs first", () => {
    expect(merged("aaaaa", "a a")).toBe("aa aa a");
    expect(merged("aaaaa", "a a", "aa aa")).toBe("aaaa a");
  });

  it("takes characters for symbols, not UTF-16 code units", () => {
    expect(merged("😀😀", "😀 😀")).toBe("😀😀");
    expect(merged("")).toBe("");
  });
});

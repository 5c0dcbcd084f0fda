import { describe, expect, it } from "vitest";
import { literal } from "./ebnf/grammar.ts";
import { GrammarBuilder } from "./ebnf/grammar-builder.ts";
import { freeTextUntil } from "./free-text.ts";
import { createMatcher, matchable } from "./testing/match.ts";

function matcherFor(mark: string): (text: string) => boolean {
  const builder = new GrammarBuilder();
  const root = freeTextUntil(builder, mark, literal("!"));
  const rules = new Map([...builder.rules].map(([name, rule]) => [name, matchable(rule)]));
  return createMatcher(matchable(root), rules);
}

describe("freeTextUntil", () => {
  it.each(["<tool_call>", "aabaaab", "\u0001m0x0000257", "a"])(
    "allows what follows %j only there",
    (mark) => {
      const matches = matcherFor(mark);
      for (const text of [
        "",
        "Hi, 日本 😀\n",
        mark.slice(0, -1),
        `${mark.slice(0, 1)} ${mark.slice(1, -1)}`,
      ]) {
        if (text.includes(mark)) continue;
        expect(matches(text), text).toBe(true);
        expect(matches(`${text}${mark}!`), text).toBe(true);
        expect(matches(`${text}${mark}`), text).toBe(false);
        expect(matches(`${text}${mark}?`), text).toBe(false);
        expect(matches(`${text}${mark}!${text}.`), text).toBe(false);
      }
    },
  );

  it("finds a mark behind a part of itself", () => {
    const matches = matcherFor("aab");
    expect(["aaab!", "aaaab!", "abaab!"].map(matches)).toEqual([true, true, true]);
    expect(["aaab", "aaabc", "baab?"].map(matches)).toEqual([false, false, false]);
    expect(["aaa", "aba", "ab"].map(matches)).toEqual([true, true, true]);
  });
});

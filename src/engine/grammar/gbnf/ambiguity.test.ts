import { describe, expect, it } from "vitest";
import { type CharacterSet, characterSet, countMembers } from "../characters/character-set.ts";
import { CompileBudget, CompileBudgetError } from "../compile-budget.ts";
import { createMatcher, type Matchable } from "../testing/match.ts";
import { parseGbnf } from "../testing/parse-gbnf.ts";
import { seededRandom } from "../testing/random.ts";
import { patternExpression } from "../values/pattern-grammar.ts";
import { isAmbiguous } from "./ambiguity.ts";
import { gbnfDialect } from "./gbnf-dialect.ts";

const AMBIGUOUS = [
  "^(a+)*$",
  "^(a*)*b$",
  "^(a?)*$",
  "^(|a){2}b$",
  "^()*a$",
  "^(a?b?)*$",
  "^(a+b?)*$",
  "^(a|ab|b)*$",
  "^(((a?){0,3}b?){0,3}c?){0,2}$",
  "^a?a?a?a?a?a?$",
  "^a*a*b*$",
  "^[ab]{0,9}b$",
  "^[ab]{2,40}bc$",
  "^(a|b)*a(a|b){3}$",
  "^((a|b){2,3}c?){2,3}$",
  "^(.*,){2}.*$",
  "ab|c",
];
const UNAMBIGUOUS = ["^[a-c]{2,40}$", "^(a+b)*c?$", "^a(,a)*$", "^(ab|ac|a)$", "^(a|[ab]b)c$", "^(a?b?c)*$"];

function texts(count: number): string[] {
  const random = seededRandom(7);
  const pick = (length: number) => Math.floor(random() * length);
  return Array.from({ length: count }, () =>
    Array.from({ length: pick(12) }, () => "aaabbbc,"[pick(8)] ?? "").join(""),
  );
}

function printed(pattern: string): string {
  const root = patternExpression(new CompileBudget(), pattern);
  return gbnfDialect.print({ root, rules: new Map() }, new CompileBudget());
}

describe("isAmbiguous", () => {
  it.each(AMBIGUOUS)("is true of %s", (pattern) => {
    expect(isAmbiguous(patternExpression(new CompileBudget(), pattern), new CompileBudget())).toBe(true);
  });

  it.each(UNAMBIGUOUS)("is false of %s", (pattern) => {
    expect(isAmbiguous(patternExpression(new CompileBudget(), pattern), new CompileBudget())).toBe(false);
  });
});

describe("a pattern in GBNF", () => {
  it.each([...AMBIGUOUS, ...UNAMBIGUOUS])("matches the same texts: %s", (pattern) => {
    const matches = createMatcher({ kind: "rule", name: "root" }, parseGbnf(printed(pattern)));
    const expected = new RegExp(pattern, "u");
    const all = ["", "a", "aa", "aaa", "b", ...texts(300)];
    expect(all.filter((text) => matches(`"${text}"`))).toEqual(all.filter((text) => expected.test(text)));
    expect(matches("a")).toBe(false);
  });

  it.each(AMBIGUOUS)("goes on in one way with each character: %s", (pattern) => {
    const rules = parseGbnf(printed(pattern));
    /** The characters of a class, or of a rule for one. */
    const characters = (node: Matchable | undefined): CharacterSet => {
      if (node?.kind === "class") return node.set;
      if (node?.kind === "rule") return characters(rules.get(node.name));
      const parts = node?.kind === "choice" ? node.alternatives : node?.kind === "sequence" ? node.items : [];
      return parts.length === 1 ? characters(parts[0]) : [];
    };
    for (const rule of rules.values()) {
      const ways = rule.kind === "choice" ? rule.alternatives : [];
      const sets = ways.map((way) => characters(way.kind === "sequence" ? way.items[0] : way));
      const union = characterSet(sets.flat());
      expect(countMembers(union)).toBe(sets.reduce((sum, set) => sum + countMembers(set), 0));
    }
    expect(rules.size).toBeGreaterThan(1);
  });

  it("takes more than the budget where the automaton would be too large", () => {
    expect(() => printed("^(a|b)*a(a|b){14}$")).toThrow(CompileBudgetError);
  });
});

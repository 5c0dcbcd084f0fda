import { describe, expect, it } from "vitest";
import { CompileBudget } from "../compile-budget.ts";
import { printGrammar } from "../ebnf/print-grammar.ts";
import { type CharacterSet, complement } from "./character-set.ts";
import { LINE_TERMINATORS } from "./character-classes.ts";
import { jsonStringCharacter } from "./json-string-character.ts";

function print(set: CharacterSet): string | undefined {
  const root = jsonStringCharacter(set);
  return root && printGrammar({ root, rules: new Map() }, new CompileBudget());
}

const lowerA: CharacterSet = [[0x61, 0x61]];

describe("jsonStringCharacter", () => {
  it("negates a class that has all characters above U+007F, and escapes what JSON does", () => {
    expect(print(complement(lowerA))).toBe(
      'root ::= ([^\\u0000-\\u001f\\u0022\\u005ca] | "\\\\b" | "\\\\t" | "\\\\n" | "\\\\f" | "\\\\r" | "\\\\\\"" | "\\\\\\\\")',
    );
  });

  it("leaves out the characters above U+007F of a set that lacks few of them", () => {
    expect(print(complement(LINE_TERMINATORS))).toMatch(
      /^root ::= \(\[\\u0020-\\u0021\\u0023-\\u005b\\u005d-\\u007f\]/,
    );
  });

  it("lists a few characters above U+007F", () => {
    expect(print([...lowerA, [0xe9, 0xe9]])).toBe('root ::= ([a] | "é")');
  });

  it("has no expression for a set with some hundreds of them", () => {
    expect(print([[0x4e00, 0x9fa5]])).toBeUndefined();
  });
});

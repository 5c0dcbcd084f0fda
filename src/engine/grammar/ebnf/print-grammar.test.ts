import { describe, expect, it } from "vitest";
import { CompileBudget, CompileBudgetError } from "../compile-budget.ts";
import { choice, DIGIT, type Expression, literal, repetition, sequence } from "./grammar.ts";
import { printGrammar } from "./print-grammar.ts";

function print(root: Expression, rules: Readonly<Record<string, Expression>> = {}): string[] {
  return printGrammar({ root, rules: new Map(Object.entries(rules)) }, new CompileBudget()).split("\n");
}

const rule = (name: string): Expression => ({ kind: "rule", name });

describe("printGrammar", () => {
  it("prints the rules that the root reaches", () => {
    const rules = { r0: sequence(literal("a"), rule("r1")), r1: DIGIT, r2: literal("unused") };
    expect(print(rule("r0"), rules)).toEqual(["root ::= r0", 'r0 ::= "a" r1', "r1 ::= [0-9]"]);
  });

  it("prunes alternatives that refer to a dropped rule", () => {
    expect(print(choice(literal("a"), rule("dropped")))).toEqual(['root ::= "a"']);
  });

  it("counts few repetitions directly", () => {
    expect(print(repetition(DIGIT, 2, 24))).toEqual(["root ::= [0-9]{2,24}"]);
  });

  it("composes many repetitions of rules for powers of two", () => {
    expect(print(repetition(DIGIT, 27, 36))).toEqual([
      "root ::= h4 h3 h1 h0 (h2)? (h1)? (h0)? ((h0)? ((h0)?))",
      "h0 ::= [0-9]",
      "h1 ::= h0 h0",
      "h2 ::= h1 h1",
      "h3 ::= h2 h2",
      "h4 ::= h3 h3",
    ]);
  });

  it("begins a new literal before a hexadecimal digit that would extend an escape", () => {
    expect(print(literal("\u0001f\u00e90z"))).toEqual(['root ::= "\\u0001" "fé" "0z"']);
  });

  it("spends the budget", () => {
    const long = choice(...Array.from({ length: 100 }, (_, index) => literal(`value ${index}`)));
    expect(() => printGrammar({ root: long, rules: new Map() }, new CompileBudget(10))).toThrow(
      CompileBudgetError,
    );
  });
});

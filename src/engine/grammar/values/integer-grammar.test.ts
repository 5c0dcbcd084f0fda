import { expect, it } from "vitest";
import { CompileBudget } from "../compile-budget.ts";
import { printGrammar } from "../ebnf/print-grammar.ts";
import { integerExpression, type NumberRange } from "./integer-grammar.ts";

it.each<[string, NumberRange, string]>([
  ["both signs", { minimum: -3, maximum: 17 }, `"-" [1-3] | [0-9] | "1" [0-7]`],
  ["no upper bound", { minimum: 0 }, "[0-9] | [1-9] [0-9]{1,14}"],
  ["exclusive bounds", { exclusiveMinimum: 4, exclusiveMaximum: 8 }, "[5-7]"],
  [
    "several lengths",
    { minimum: 5, maximum: 1234 },
    `[5-9] | "1" ([0-1] [0-9]{2,2} | "2" ([0-2] [0-9] | "3" [0-4])) | [1-9] [0-9]{1,2}`,
  ],
  [
    "one length",
    { minimum: 125, maximum: 380 },
    `"1" ("2" [5-9] | [3-9] [0-9]) | [2] [0-9]{2,2} | "3" ([0-7] [0-9] | "8" "0")`,
  ],
])("generates integers within bounds: %s", (_, range, expected) => {
  const grammar = printGrammar({ root: integerExpression(range), rules: new Map() }, new CompileBudget());
  expect(grammar.replace(/^root ::= \(?/, "").replace(/(?<= .*)\)$/, "")).toContain(expected);
});

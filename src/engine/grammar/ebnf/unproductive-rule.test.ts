import { expect, it } from "vitest";
import { CompileBudget } from "../compile-budget.ts";
import { choice, EMPTY_STRING, type Expression, literal, optional, sequence } from "./grammar.ts";
import { hasUnproductiveRule } from "./unproductive-rule.ts";

const rule = (name: string): Expression => ({ kind: "rule", name });
const list = (tail: Expression) => sequence(literal("["), tail, literal("]"));

it.each<[string, boolean, Readonly<Record<string, Expression>>]>([
  ["a rule that needs itself", true, { a: list(rule("a")) }],
  ["rules that need each other", true, { a: list(rule("b")), b: list(rule("a")) }],
  [
    "an unproductive rule that an alternative avoids",
    true,
    { a: choice(EMPTY_STRING, rule("b")), b: rule("b") },
  ],
  ["a rule that may contain itself", false, { a: list(optional(rule("a"))) }],
  ["rules of which one may end", false, { a: list(rule("b")), b: choice(list(rule("a")), literal("x")) }],
  ["a rule before the one that it needs", false, { a: rule("b"), b: rule("c"), c: literal("x") }],
])("recognises unproductive rules: %s", (_, expected, rules) => {
  expect(hasUnproductiveRule(new Map(Object.entries(rules)), new CompileBudget())).toBe(expected);
});

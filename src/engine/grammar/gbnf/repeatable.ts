/**
 * llama.cpp writes `S*` as `R ::= S R | ""`, and refuses that as left-recursive if `S` may be empty. Source:
 * `llama_grammar_detect_left_recursion` in `src/llama-grammar.cpp`.
 */
import { choiceOf, type Expression, NEVER } from "../ebnf/grammar.ts";

/** @returns an expression that, repeated any number of times, matches the same, and is not empty itself */
export function withoutEmpty(expression: Expression): Expression {
  if (!isNullable(expression)) return expression;
  switch (expression.kind) {
    case "choice":
      return choiceOf(expression.alternatives.map(withoutEmpty));
    // Each item may be alone, because the others may be empty: `(a? b?)*` is `(a | b)*`.
    case "sequence":
      return choiceOf(expression.items.map(withoutEmpty));
    case "repetition":
      return withoutEmpty(expression.item);
    case "literal":
    case "character-class":
    case "rule":
      return NEVER;
  }
}

/** A rule stands for a value, a property or a call with its marks: none of those that are repeated is empty. */
export function isNullable(expression: Expression): boolean {
  switch (expression.kind) {
    case "literal":
      return expression.text === "";
    case "character-class":
    case "rule":
      return false;
    case "sequence":
      return expression.items.every(isNullable);
    case "choice":
      return expression.alternatives.some(isNullable);
    case "repetition":
      return expression.min === 0 || isNullable(expression.item);
  }
}

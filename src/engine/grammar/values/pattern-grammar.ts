/** JSON strings that match the keyword `pattern`. */
import { jsonStringCharacter, MAX_LISTED_NON_ASCII } from "../characters/json-string-character.ts";
import type { CompileBudget } from "../compile-budget.ts";
import { choiceOf, type Expression, repetition, sequence } from "../ebnf/grammar.ts";
import { parsePattern } from "../pattern/parse-pattern.ts";
import { type Pattern, PatternError } from "../pattern/pattern.ts";
import { quoted } from "./string-grammar.ts";

const STEPS_PER_PATTERN_CHARACTER = 2;
/** A class is intersected with the characters that need no escape, those that need one, and the rest. */
const STEPS_PER_CLASS = 10;

/** Bound of the classes in the pattern once nested repetitions are expanded: many slow decoding down. */
const MAX_EXPANDED_CLASSES = 200;

/**
 * A string that matches `source`. Length bounds are enforced only where the whole pattern is one repeated
 * class: `^[a-z]+$` with `max` 4 → `"\"" [a-z]{1,4} "\""`.
 *
 * @throws {PatternError}
 */
export function patternExpression(
  budget: CompileBudget,
  source: string,
  min = 0,
  max = Infinity,
): Expression {
  const pattern = parsePattern(source);
  budget.spend(STEPS_PER_PATTERN_CHARACTER * source.length);
  if (countExpandedClasses(pattern) > MAX_EXPANDED_CLASSES) {
    throw new PatternError("nests too many repetitions in repetitions: simplify it");
  }
  if (min === 0 && max === Infinity) return quoted(contentExpression(budget, pattern));
  const repeated = asRepeatedClass(pattern);
  if (repeated === undefined) {
    throw new PatternError(
      "can be combined with 'minLength' or 'maxLength' only if it is one character class, as in '^[a-z]+$'",
    );
  }
  const content = contentExpression(budget, repeated.item);
  return quoted(repetition(content, Math.max(min, repeated.min), Math.min(max, repeated.max)));
}

/** A repeated class counts once, since it adds no nesting: `(a{1,30}b){1,30}` → 2 × 30. */
function countExpandedClasses(pattern: Pattern): number {
  switch (pattern.kind) {
    case "class":
      return 1;
    case "sequence":
      return pattern.items.reduce((sum, item) => sum + countExpandedClasses(item), 0);
    case "choice":
      return pattern.alternatives.reduce((sum, item) => sum + countExpandedClasses(item), 0);
    case "repetition":
      if (pattern.item.kind === "class") return 1;
      return countExpandedClasses(pattern.item) * (pattern.max === Infinity ? pattern.min + 1 : pattern.max);
  }
}

/** @returns the pattern as one repeated class, or undefined if it is more than that */
function asRepeatedClass(pattern: Pattern): (Pattern & { kind: "repetition" }) | undefined {
  if (pattern.kind === "class") return { kind: "repetition", item: pattern, min: 1, max: 1 };
  if (pattern.kind === "repetition") return pattern.item.kind === "class" ? pattern : undefined;
  const parts = pattern.kind === "sequence" ? pattern.items : pattern.alternatives;
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? asRepeatedClass(only) : undefined;
}

function contentExpression(budget: CompileBudget, pattern: Pattern): Expression {
  switch (pattern.kind) {
    case "class": {
      budget.spend(STEPS_PER_CLASS);
      const expression = jsonStringCharacter(pattern.set);
      budget.spend(expression?.kind === "choice" ? expression.alternatives.length : 1);
      if (expression !== undefined) return expression;
      throw new PatternError(
        `contains a class with more than ${MAX_LISTED_NON_ASCII} characters above U+007F but not all of them, ` +
          "which cannot be enforced",
      );
    }
    case "sequence":
      return sequence(...pattern.items.map((item) => contentExpression(budget, item)));
    case "choice":
      return choiceOf(pattern.alternatives.map((item) => contentExpression(budget, item)));
    case "repetition":
      return repetition(contentExpression(budget, pattern.item), pattern.min, pattern.max);
  }
}

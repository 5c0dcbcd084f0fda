import type { ExpressionPrinter } from "./expression-printer.ts";
import { choiceOf, isNever, NEVER, repetition, sequence } from "./grammar.ts";
import type { Expression, Grammar, GrammarRules } from "./grammar.ts";

/**
 * Prints the rule `root`, where the grammar starts, and the rules that can be reached from it.
 *
 * @throws {CompileBudgetError}
 */
export function printRules({ root, rules }: Grammar, printer: ExpressionPrinter): string {
  const start = pruneDanglingReferences(root, rules);
  // A choice without alternatives would be printed as the empty string.
  if (isNever(start)) throw new Error("The grammar matches nothing.");
  const lines = [`root ::= ${printer.print(start)}`];
  // Printing a rule may add others to the set, which the loop then reaches as well.
  for (const name of printer.referencedRules) {
    const rule = rules.get(name);
    if (rule !== undefined) lines.push(`${name} ::= ${printer.print(pruneDanglingReferences(rule, rules))}`);
  }
  return [...lines, ...printer.helperRules].join("\n");
}

/**
 * Replaces references to dropped rules by `NEVER`. A rule turns out to match nothing only once it has been
 * built, and the engines refuse a grammar that refers to an undefined rule.
 */
function pruneDanglingReferences(expression: Expression, rules: GrammarRules): Expression {
  const prune = (item: Expression) => pruneDanglingReferences(item, rules);
  switch (expression.kind) {
    case "literal":
    case "character-class":
      return expression;
    case "sequence":
      return sequence(...expression.items.map(prune));
    case "choice":
      return choiceOf(expression.alternatives.map(prune));
    case "repetition":
      return repetition(prune(expression.item), expression.min, expression.max);
    case "rule":
      return rules.has(expression.name) ? expression : NEVER;
  }
}

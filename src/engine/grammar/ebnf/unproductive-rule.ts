import { type CompileBudget, STEPS_PER_EXPRESSION } from "../compile-budget.ts";
import type { Expression, GrammarRules } from "./grammar.ts";

/**
 * True if some rule is unproductive: it derives no finite string, because each of its alternatives needs the
 * rule itself again, as in `list ::= "[" list "]"`.
 *
 * Linear in the size of the grammar: an unfinished rule waits for the rules that block it, and is looked at
 * again only once one of those has turned out to be productive.
 */
export function hasUnproductiveRule(rules: GrammarRules, budget: CompileBudget): boolean {
  const productive = new Set<string>();
  /** For each rule that is not known to be productive, the rules that wait for it. */
  const waiting = new Map<string, string[]>();

  /** Adds the rules on which the answer depends to `blockers` if it is false so far. */
  const isProductive = (expression: Expression, blockers: string[]): boolean => {
    budget.spend(STEPS_PER_EXPRESSION);
    switch (expression.kind) {
      case "literal":
      case "character-class":
        return true;
      case "sequence":
        return expression.items.every((item) => isProductive(item, blockers));
      case "choice": {
        const { alternatives } = expression;
        return alternatives.length === 0 || alternatives.some((item) => isProductive(item, blockers));
      }
      case "repetition":
        return expression.min === 0 || isProductive(expression.item, blockers);
      case "rule":
        if (productive.has(expression.name)) return true;
        blockers.push(expression.name);
        return false;
    }
  };

  // Most rules are defined after those that they refer to, so the first ones come first.
  const stack = [...rules.keys()].toReversed();
  for (let name = stack.pop(); name !== undefined; name = stack.pop()) {
    const rule = rules.get(name);
    if (rule === undefined || productive.has(name)) continue;
    const blockers: string[] = [];
    if (isProductive(rule, blockers)) {
      productive.add(name);
      for (const unblocked of waiting.get(name) ?? []) stack.push(unblocked);
      waiting.delete(name);
      continue;
    }
    for (const blocker of blockers) {
      const list = waiting.get(blocker);
      if (list === undefined) waiting.set(blocker, [name]);
      else list.push(name);
    }
  }
  return productive.size < rules.size;
}

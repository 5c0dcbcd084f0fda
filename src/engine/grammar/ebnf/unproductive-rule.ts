import { type CompileBudget, STEPS_PER_EXPRESSION } from "../compile-budget.ts";
import type { Expression, GrammarRules } from "./grammar.ts";

/**
 * Whether a rule can never come to an end, because it always holds itself again. A rule is looked at again only
 * once one that it waits for is known to end.
 */
export function hasUnproductiveRule(rules: GrammarRules, budget: CompileBudget): boolean {
  const ends = new Set<string>();
  /** By the name of a rule, those that it may free when it ends. */
  const waiting = new Map<string, string[]>();

  /** Where it cannot end yet, adds to `blockers` the rules of which one must end first. */
  const canEnd = (expression: Expression, blockers: string[]): boolean => {
    budget.spend(STEPS_PER_EXPRESSION);
    switch (expression.kind) {
      case "text":
      case "character":
        return true;
      case "sequence":
        return expression.items.every((item) => canEnd(item, blockers));
      case "choice":
        return expression.options.length === 0 || expression.options.some((item) => canEnd(item, blockers));
      case "repeat":
        return expression.min === 0 || canEnd(expression.item, blockers);
      case "rule":
        if (ends.has(expression.name)) return true;
        blockers.push(expression.name);
        return false;
    }
  };

  // The rules that a rule refers to are mostly defined before it.
  const open = [...rules.keys()].toReversed();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const rule = rules.get(name);
    if (rule === undefined || ends.has(name)) continue;
    const blockers: string[] = [];
    if (canEnd(rule, blockers)) {
      ends.add(name);
      for (const freed of waiting.get(name) ?? []) open.push(freed);
      waiting.delete(name);
      continue;
    }
    for (const blocker of blockers) {
      const list = waiting.get(blocker);
      if (list === undefined) waiting.set(blocker, [name]);
      else list.push(name);
    }
  }
  return ends.size < rules.size;
}

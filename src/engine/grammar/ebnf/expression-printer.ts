import { type CompileBudget, CHARACTERS_PER_STEP, STEPS_PER_EXPRESSION } from "../compile-budget.ts";
import type { Expression } from "./grammar.ts";
import { HelperRules } from "./helper-rules.ts";

/** Every group at a multiple of this depth becomes a rule: the engines' parsers recurse into groups. */
const MAX_NESTED_GROUPS = 16;

/** Prints the expressions of one grammar in an engine's notation, and collects the rules that they need. */
export abstract class ExpressionPrinter {
  /** Names of the rules that were printed as references, in the order of their first use. */
  readonly referencedRules = new Set<string>();
  protected readonly helpers = new HelperRules();
  /** Number of groups around the current expression. */
  #openGroups = 0;

  constructor(readonly budget: CompileBudget) {}

  /** Rules that the printer made itself, as lines. */
  get helperRules(): readonly string[] {
    return this.helpers.lines;
  }

  /** @throws {CompileBudgetError} */
  print(expression: Expression): string {
    const text = this.printUncounted(expression);
    // The text of a nested expression is copied into that of each one around it.
    this.budget.spend(STEPS_PER_EXPRESSION + text.length / CHARACTERS_PER_STEP);
    return text;
  }

  /** Prints an expression without its own steps. */
  protected printUncounted(expression: Expression): string {
    switch (expression.kind) {
      case "literal":
      case "character-class":
        return this.terminal(expression);
      case "sequence":
        return expression.items.map((item) => this.print(item)).join(" ");
      case "choice":
        return this.choice(expression.alternatives);
      case "repetition":
        return this.repetition(expression.item, expression.min, expression.max);
      case "rule":
        this.referencedRules.add(expression.name);
        return expression.name;
    }
  }

  /** @param print prints the alternatives of a group */
  protected group(print: () => readonly string[]): string {
    this.#openGroups++;
    const alternatives = print();
    this.#openGroups--;
    const [only] = alternatives;
    if (only !== undefined && alternatives.length === 1) return only;
    const text = alternatives.join(" | ");
    const isTooDeep = this.#openGroups > 0 && this.#openGroups % MAX_NESTED_GROUPS === 0;
    return isTooDeep ? this.helpers.nameOf(text) : `(${text})`;
  }

  protected abstract terminal(
    expression: Extract<Expression, { readonly kind: "literal" | "character-class" }>,
  ): string;

  protected abstract choice(alternatives: readonly Expression[]): string;

  protected abstract repetition(item: Expression, min: number, max: number): string;
}

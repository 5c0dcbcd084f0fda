import { CompileBudget } from "../compile-budget.ts";
import { type Expression, type GrammarRules, isNever, NEVER } from "./grammar.ts";

/**
 * Collects the rules of a grammar. A rule is known by a key, so that a schema that is used twice is compiled
 * once, and one that refers to itself becomes a recursive rule.
 */
export class GrammarBuilder {
  readonly #rules = new Map<string, Expression>();
  readonly #references = new Map<string, Expression>();

  constructor(readonly budget: CompileBudget = new CompileBudget()) {}

  get rules(): GrammarRules {
    return this.#rules;
  }

  /**
   * Refers to the rule of `key`; the first call builds it. A rule that matches nothing is dropped, and
   * references that it got while it was being built dangle: `printGrammar` prunes them.
   *
   * @returns a reference, or NEVER if the rule matches nothing
   */
  define(key: string, build: () => Expression): Expression {
    const known = this.#references.get(key);
    if (known !== undefined) return known;
    this.budget.spend(2);
    const name = `r${this.#references.size}`;
    this.#references.set(key, { kind: "rule", name });
    const expression = build();
    if (isNever(expression)) this.#references.set(key, NEVER);
    else this.#rules.set(name, expression);
    return this.#references.get(key) ?? NEVER;
  }
}

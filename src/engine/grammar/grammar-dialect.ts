import type { CompileBudget } from "./compile-budget.ts";
import type { Grammar } from "./ebnf/grammar.ts";

/** The notation of an engine for grammars. */
export interface GrammarDialect {
  /**
   * Prints a grammar that starts with the rule `root`.
   *
   * @throws {CompileBudgetError}
   */
  print(grammar: Grammar, budget: CompileBudget): string;
  /** Length of a grammar, which the engine takes time to compile and to match. */
  readonly maxCharacters: number;
  /** Whether the engine itself can leave the text before a trigger free. Otherwise, it is a part of the grammar. */
  readonly hasTriggers: boolean;
}

/** Grammars in the EBNF of xgrammar, which web-llm decodes with. Source: https://xgrammar.mlc.ai/docs/ */
import type { CompileBudget } from "../compile-budget.ts";
import { EbnfPrinter } from "./ebnf-printer.ts";
import type { Grammar } from "./grammar.ts";
import { printRules } from "./print-rules.ts";

/** @throws {CompileBudgetError} */
export function printGrammar(grammar: Grammar, budget: CompileBudget): string {
  return printRules(grammar, new EbnfPrinter(budget));
}

import { CompileBudget, CompileBudgetError } from "../compile-budget.ts";
import { hasUnproductiveRule } from "../ebnf/unproductive-rule.ts";
import { type Grammar, isNever, GrammarBuilder } from "../ebnf/grammar.ts";
import type { JsonSchema } from "../schema/json-schema-keywords.ts";
import { printGrammar } from "../ebnf/print-grammar.ts";
import { createSchemaCompiler } from "../schema-compiler.ts";
import { SchemaError } from "../schema/schema-error.ts";

export interface AdmissionResult {
  /** Counted by the compile budget. */
  readonly steps: number;
  /** Absent where the schema is refused. */
  readonly grammar?: Grammar;
  /** Why, in one or two words: the keyword, or what no keyword is to blame for. */
  readonly refused?: string;
}

/** All that a request's schema goes through before its reply begins; any other error than a refusal is thrown. */
export function admitSchema(schema: JsonSchema): AdmissionResult {
  const budget = new CompileBudget();
  const refused = refusal(schema, budget);
  return { steps: Math.ceil(budget.spent), ...refused };
}

function refusal(schema: JsonSchema, budget: CompileBudget): Omit<AdmissionResult, "steps"> {
  try {
    const book = new GrammarBuilder(budget);
    const root = createSchemaCompiler(schema, book, "test").compile(schema);
    if (isNever(root)) return { refused: "no value" };
    if (hasUnproductiveRule(book.rules, budget)) return { refused: "no end" };
    const grammar = { root, rules: book.rules };
    printGrammar(grammar, budget);
    return { grammar };
  } catch (error) {
    if (error instanceof CompileBudgetError) return { refused: "too much work" };
    if (error instanceof SchemaError) return { refused: error.keyword };
    throw error;
  }
}

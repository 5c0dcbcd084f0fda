import { CompileBudget, CompileBudgetError } from "../compile-budget.ts";
import { hasEndlessRule } from "../endless-rule.ts";
import { type Grammar, isNothing, RuleBook } from "../expression.ts";
import type { Schema } from "../json-schema-keywords.ts";
import { printGrammar } from "../print-grammar.ts";
import { createSchemaCompiler } from "../schema-grammar.ts";
import { SchemaProblem } from "../schema-problem.ts";

export interface Admitted {
  /** Counted by the compile budget. */
  readonly steps: number;
  /** Absent where the schema is refused. */
  readonly grammar?: Grammar;
  /** Why, in one or two words: the keyword, or what no keyword is to blame for. */
  readonly refused?: string;
}

/** All that a request's schema goes through before its reply begins; any other error than a refusal is thrown. */
export function admitSchema(schema: Schema): Admitted {
  const budget = new CompileBudget();
  const refused = refusal(schema, budget);
  return { steps: Math.ceil(budget.spent), ...refused };
}

function refusal(schema: Schema, budget: CompileBudget): Omit<Admitted, "steps"> {
  try {
    const book = new RuleBook(budget);
    const root = createSchemaCompiler(schema, book, "test").compile(schema);
    if (isNothing(root)) return { refused: "no value" };
    if (hasEndlessRule(book.rules, budget)) return { refused: "no end" };
    const grammar = { root, rules: book.rules };
    printGrammar(grammar, budget);
    return { grammar };
  } catch (error) {
    if (error instanceof CompileBudgetError) return { refused: "too much work" };
    if (error instanceof SchemaProblem) return { refused: error.keyword };
    throw error;
  }
}

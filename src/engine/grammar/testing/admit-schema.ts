import { CompileBudget, CompileBudgetError } from "../compile-budget.ts";
import { type Grammar, isNever } from "../ebnf/grammar.ts";
import { GrammarBuilder } from "../ebnf/grammar-builder.ts";
import { printGrammar } from "../ebnf/print-grammar.ts";
import { hasUnproductiveRule } from "../ebnf/unproductive-rule.ts";
import { createSchemaCompiler } from "../schema-compiler.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { SchemaError } from "../schema/schema-error.ts";

export interface SchemaAdmission {
  /** Steps that the compile budget counted. */
  readonly steps: number;
  /** Absent if the schema is refused. */
  readonly grammar?: Grammar;
  /** The keyword to blame for the refusal, or a reason that no keyword is to blame for. */
  readonly refused?: string;
}

/** Compiles a schema as a request's. Errors other than refusals are thrown. */
export function admitSchema(schema: JsonSchema): SchemaAdmission {
  const budget = new CompileBudget();
  const outcome = compileWithin(budget, schema);
  return { steps: Math.ceil(budget.spent), ...outcome };
}

function compileWithin(budget: CompileBudget, schema: JsonSchema): Omit<SchemaAdmission, "steps"> {
  try {
    const builder = new GrammarBuilder(budget);
    const root = createSchemaCompiler(schema, builder, "test").compile(schema);
    if (isNever(root)) return { refused: "no value" };
    if (hasUnproductiveRule(builder.rules, budget)) return { refused: "infinite value" };
    const grammar = { root, rules: builder.rules };
    printGrammar(grammar, budget);
    return { grammar };
  } catch (error) {
    if (error instanceof CompileBudgetError) return { refused: "too much work" };
    if (error instanceof SchemaError) return { refused: error.keyword };
    throw error;
  }
}

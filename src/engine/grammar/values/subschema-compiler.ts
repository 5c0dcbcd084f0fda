import type { CompileBudget } from "../compile-budget.ts";
import type { Expression } from "../ebnf/grammar.ts";
import type { JsonSchema } from "../schema/json-schema.ts";

/** Compiles the subschemas of arrays and objects: those of items and properties. */
export interface SubschemaCompiler {
  readonly budget: CompileBudget;
  /** @throws {SchemaError} */
  compile(schema: JsonSchema): Expression;
  /**
   * @returns a function that defines rules; its keys belong to one value and cannot collide with those of
   *   others
   */
  createRuleScope(): (key: string, build: () => Expression) => Expression;
}

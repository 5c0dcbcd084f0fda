import type { CompileBudget } from "../compile-budget.ts";
import { type Expression, repetition, sequence, literal } from "../ebnf/grammar.ts";
import type { JsonSchema } from "../schema/json-schema-keywords.ts";

/** What compiles the schemas of one document. */
export interface SubschemaCompiler {
  readonly budget: CompileBudget;
  /** @throws {SchemaError} */
  compile(schema: JsonSchema): Expression;
  /** What defines rules of one value, by keys of its own. */
  createRuleScope(): (key: string, make: () => Expression) => Expression;
}

/** Without the space that most models are used to, they do worse; with any number of them, small ones never end. */
const SPACE = repetition(literal(" "), 0, 1);
export const COMMA = sequence(literal(","), SPACE);
export const COLON = sequence(literal(":"), SPACE);

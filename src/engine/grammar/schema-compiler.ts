import type { CompileBudget } from "./compile-budget.ts";
import { type Expression, repeat, sequence, text } from "./expression.ts";
import type { Schema } from "./json-schema-keywords.ts";

/** What compiles the schemas of one document. */
export interface SchemaCompiler {
  readonly budget: CompileBudget;
  /** @throws {import("./schema-problem.ts").SchemaProblem} */
  compile(schema: Schema): Expression;
  /** What defines rules of one value, by keys of its own. */
  ruleMaker(): (key: string, make: () => Expression) => Expression;
}

/** Without the space that most models are used to, they do worse; with any number of them, small ones never end. */
const SPACE = repeat(text(" "), 0, 1);
export const COMMA = sequence(text(","), SPACE);
export const COLON = sequence(text(":"), SPACE);

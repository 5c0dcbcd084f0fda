import { CHARACTERS_PER_STEP } from "../compile-budget.ts";
import { choice, choiceOf, type Expression, literal } from "../ebnf/grammar.ts";
import { PatternError } from "../pattern/pattern.ts";
import type { JsonTypeName } from "../schema/enforced-keywords.ts";
import { type FlatSchema, generatedTypes, keywordsBesideEnum } from "../schema/flat-schema.ts";
import { SchemaError } from "../schema/schema-error.ts";
import { arrayExpression } from "./array-grammar.ts";
import { formatExpression } from "./format-grammar.ts";
import { integerExpression, type NumberRange } from "./integer-grammar.ts";
import { numberExpression } from "./number-grammar.ts";
import { objectExpression } from "./object-grammar.ts";
import { patternExpression } from "./pattern-grammar.ts";
import { stringExpression } from "./string-grammar.ts";
import type { SubschemaCompiler } from "./subschema-compiler.ts";

/** A bounded number has several alternatives for each digit of its bounds. */
const STEPS_PER_NUMBER = 150;

/**
 * The values of a schema without combinations: its constants, or one alternative for each of its types.
 *
 * @throws {SchemaError}
 */
export function valueExpression(compiler: SubschemaCompiler, schema: FlatSchema): Expression {
  compiler.budget.spend(10);
  if (schema.enum !== undefined) return enumExpression(compiler, schema, schema.enum);
  const types = generatedTypes(schema);
  const distinct = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  return choice(...distinct.map((type) => typeExpression(compiler, schema, type)));
}

function enumExpression(
  { budget }: SubschemaCompiler,
  schema: FlatSchema,
  values: readonly unknown[],
): Expression {
  const [other] = keywordsBesideEnum(schema);
  if (other !== undefined) {
    throw new SchemaError(other, "cannot be enforced beside 'enum' or 'const': leave values out instead");
  }
  return choiceOf(
    values.map((value) => {
      const json = JSON.stringify(value);
      budget.spend(1 + json.length / CHARACTERS_PER_STEP);
      return literal(json);
    }),
  );
}

function typeExpression(compiler: SubschemaCompiler, schema: FlatSchema, type: JsonTypeName): Expression {
  switch (type) {
    case "null":
      return literal("null");
    case "boolean":
      return choice(literal("true"), literal("false"));
    case "integer":
      compiler.budget.spend(STEPS_PER_NUMBER);
      return integerExpression(numberRange(schema));
    case "number":
      compiler.budget.spend(STEPS_PER_NUMBER);
      return numberExpression(numberRange(schema));
    case "string":
      return anyStringExpression(compiler, schema);
    case "array":
      return arrayExpression(compiler, schema);
    case "object":
      return objectExpression(compiler, schema);
  }
}

function numberRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: FlatSchema): NumberRange {
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum }),
    ...(exclusiveMaximum !== undefined && { exclusiveMaximum }),
  };
}

/** A string by its pattern, else by its length, else by its format. */
function anyStringExpression(
  { budget }: SubschemaCompiler,
  { minLength, maxLength, pattern, format = "" }: FlatSchema,
): Expression {
  if (pattern === undefined) {
    const hasLength = minLength !== undefined || maxLength !== undefined;
    const formatted = hasLength ? undefined : formatExpression(format);
    return formatted ?? stringExpression(minLength, maxLength);
  }
  try {
    return patternExpression(budget, pattern, minLength, maxLength);
  } catch (error) {
    throw error instanceof PatternError ? new SchemaError("pattern", error.message) : error;
  }
}

/**
 * JSON Schema to grammar. Every text of the grammar is a valid value; not every valid value has a text in it:
 * properties come in the order of the schema, ones that it does not name come only where it says
 * `additionalProperties`, white space is one space or none, and numerals have a bounded length.
 */
import { arrayExpression } from "./values/array-grammar.ts";
import { CompileBudgetError } from "./compile-budget.ts";
import { choice, choiceOf, type Expression, NEVER, type GrammarBuilder, literal } from "./ebnf/grammar.ts";
import { type FlatSchema, generatedTypes } from "./schema/flat-schema.ts";
import { isObject, type JsonSchema, type JsonTypeName } from "./schema/json-schema-keywords.ts";
import { integerExpression, numberExpression } from "./values/number-grammar.ts";
import { objectExpression } from "./values/object-grammar.ts";
import { PatternError } from "./pattern/parse-pattern.ts";
import type { SubschemaCompiler } from "./values/subschema-compiler.ts";
import { SchemaDocument } from "./schema/schema-document.ts";
import { SchemaError } from "./schema/schema-error.ts";
import { formatExpression, patternExpression, stringExpression } from "./values/string-grammar.ts";
import { CHARACTERS_PER_STEP } from "./schema/value-ids.ts";
import { createVariantExpander } from "./schema/schema-variants.ts";

/** Schemas in schemas: deeper ones are refused. */
const MAX_DEPTH = 64;
/** A number between bounds takes an alternative for every digit. */
const STEPS_PER_NUMBER = 150;

/**
 * @param root the whole document, into which references point
 * @param prefix keeps the rules of several documents in `book` apart
 * @throws {SchemaError} where the document is too large
 */
export function createSchemaCompiler(
  root: JsonSchema,
  book: GrammarBuilder,
  prefix: string,
): SubschemaCompiler {
  const { budget } = book;
  const document = withinBudget(undefined, () => new SchemaDocument(root, budget));
  const variantsOf = createVariantExpander(document);
  let depth = 0;
  let values = 0;
  const compile = (schema: JsonSchema): Expression => {
    if (schema === false) return NEVER;
    return book.define(`${prefix} ${document.schemaId(schema)}`, () => {
      if (depth >= MAX_DEPTH) {
        throw new SchemaError("properties", `must not be nested deeper than ${MAX_DEPTH} schemas`);
      }
      const outer = document.enter(schema);
      depth++;
      const written = variantsOf(schema).flatMap(({ generated: made }) => made ?? []);
      const expression = choiceOf(written.map((made) => flatExpression(compiler, made)));
      depth--;
      document.enter(outer);
      return expression;
    });
  };
  const compiler: SubschemaCompiler = {
    budget,
    createRuleScope() {
      const value = ++values;
      return (key, make) => book.define(`${prefix} ${value} ${key}`, make);
    },
    compile: (schema) => (depth === 0 ? withinBudget(document, () => compile(schema)) : compile(schema)),
  };
  return compiler;
}

/** Says which schema took too much. */
function withinBudget<Result>(document: SchemaDocument | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CompileBudgetError)) throw error;
    const { current = true } = document ?? {};
    const keyword =
      COMBINING_KEYWORDS.find((name) => isObject(current) && Object.hasOwn(current, name)) ?? "properties";
    const combines = isObject(current) && Object.hasOwn(current, keyword);
    throw new SchemaError(
      keyword,
      "takes too much work to enforce, with the schemas before it: give fewer tools, or simpler schemas",
      document && `${document.currentPath()}${combines ? `.${keyword}` : ""}`,
    );
  }
}

/** The ones that multiply first. */
const COMBINING_KEYWORDS: readonly string[] = ["oneOf", "anyOf", "allOf", "enum", "pattern", "properties"];

function flatExpression(compiler: SubschemaCompiler, schema: FlatSchema): Expression {
  compiler.budget.spend(10);
  if (schema.enum !== undefined) return enumExpression(compiler, schema, schema.enum);
  const types = generatedTypes(schema);
  const useful = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  return choice(...useful.map((type) => typeExpression(compiler, schema, type)));
}

function typeExpression(compiler: SubschemaCompiler, schema: FlatSchema, type: JsonTypeName): Expression {
  switch (type) {
    case "null":
      return literal("null");
    case "boolean":
      return choice(literal("true"), literal("false"));
    case "integer":
      compiler.budget.spend(STEPS_PER_NUMBER);
      return integerExpression(bounds(schema));
    case "number":
      compiler.budget.spend(STEPS_PER_NUMBER);
      return numberExpression(bounds(schema));
    case "string":
      return stringOf(compiler, schema);
    case "array":
      return arrayExpression(compiler, schema);
    case "object":
      return objectExpression(compiler, schema);
  }
}

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: FlatSchema) {
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum }),
    ...(exclusiveMaximum !== undefined && { exclusiveMaximum }),
  };
}

function stringOf(
  { budget }: SubschemaCompiler,
  { minLength, maxLength, pattern, format = "" }: FlatSchema,
): Expression {
  if (pattern === undefined) {
    const isFree = minLength === undefined && maxLength === undefined;
    const shaped = isFree ? formatExpression(format) : undefined;
    return shaped ?? stringExpression(minLength, maxLength);
  }
  try {
    return patternExpression(budget, pattern, minLength, maxLength);
  } catch (error) {
    throw error instanceof PatternError ? new SchemaError("pattern", error.message) : error;
  }
}

/** The keywords that may stand beside `enum`: the others would have to be tried on each value. */
const BESIDE_ENUM: ReadonlySet<string> = new Set<keyof FlatSchema>(["enum", "type", "format"]);

function enumExpression(
  { budget }: SubschemaCompiler,
  schema: FlatSchema,
  values: readonly unknown[],
): Expression {
  const [other] = Object.keys(schema).filter((keyword) => !BESIDE_ENUM.has(keyword));
  if (other !== undefined) {
    throw new SchemaError(other, "cannot be enforced beside 'enum' or 'const': leave out values instead");
  }
  return choiceOf(
    values.map((value) => {
      const json = JSON.stringify(value);
      budget.spend(1 + json.length / CHARACTERS_PER_STEP);
      return literal(json);
    }),
  );
}

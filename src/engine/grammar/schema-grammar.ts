/**
 * JSON Schema to grammar. Every text of the grammar is a valid value; not every valid value has a text in it:
 * properties come in the order of the schema, ones that it does not name come only where it says
 * `additionalProperties`, white space is one space or none, and numerals have a bounded length.
 */
import { arrayExpression } from "./array-grammar.ts";
import { choice, type Expression, NOTHING, type RuleBook, text } from "./expression.ts";
import type { Schema, TypeName } from "./json-schema-keywords.ts";
import { integerExpression, numberExpression } from "./number-range.ts";
import { objectExpression } from "./object-grammar.ts";
import { PatternError } from "./regular-expression.ts";
import type { SchemaCompiler } from "./schema-compiler.ts";
import { SchemaProblem } from "./schema-problem.ts";
import { FORMATS, patternExpression, stringExpression } from "./string-grammar.ts";
import { type Variant, variantsOf } from "./variants.ts";

/** Schemas in schemas: deeper ones are refused. */
const MOST_DEPTH = 64;
/** Characters of a whole document: what is larger takes long to compile. */
const MOST_TEXT = 65_536;

const TYPES: readonly TypeName[] = ["null", "boolean", "number", "string", "array", "object"];

/** The types that a keyword speaks of: without `type`, a schema with such keywords is taken to be of these. */
const TYPES_OF_KEYWORDS: readonly (readonly [TypeName, readonly (keyof Variant)[]])[] = [
  ["object", ["properties", "required", "additionalProperties", "minProperties", "maxProperties"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems"]],
  ["string", ["minLength", "maxLength", "pattern"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]],
];

/**
 * @param root the whole document, into which references point
 * @param prefix keeps the rules of several documents in `book` apart
 * @throws {SchemaProblem} where the document is too large
 */
export function createSchemaCompiler(root: Schema, book: RuleBook, prefix: string): SchemaCompiler {
  if (JSON.stringify(root).length > MOST_TEXT) {
    throw new SchemaProblem("properties", `must not hold schemas of more than ${MOST_TEXT} characters`);
  }
  let depth = 0;
  let values = 0;
  const compiler: SchemaCompiler = {
    ruleMaker() {
      const value = ++values;
      return (key, make) => book.define(`${prefix} ${value} ${key}`, make);
    },
    compile(schema) {
      if (schema === false) return NOTHING;
      return book.define(`${prefix} ${JSON.stringify(schema)}`, () => {
        if (depth >= MOST_DEPTH) {
          throw new SchemaProblem("properties", `must not be nested deeper than ${MOST_DEPTH} schemas`);
        }
        depth++;
        const variants = variantsOf(root, schema);
        const expression = choice(...variants.map((variant) => variantExpression(compiler, variant)));
        depth--;
        return expression;
      });
    },
  };
  return compiler;
}

function variantExpression(compiler: SchemaCompiler, variant: Variant): Expression {
  if (variant.enum !== undefined) return enumExpression(variant, variant.enum);
  const types = variant.type ?? impliedTypes(variant);
  const useful = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  return choice(...useful.map((type) => typeExpression(compiler, variant, type)));
}

function impliedTypes(variant: Variant): readonly TypeName[] {
  const implied = TYPES_OF_KEYWORDS.flatMap(([type, keywords]) =>
    keywords.some((keyword) => variant[keyword] !== undefined) ? [type] : [],
  );
  return implied.length > 0 ? implied : TYPES;
}

function typeExpression(compiler: SchemaCompiler, variant: Variant, type: TypeName): Expression {
  switch (type) {
    case "null":
      return text("null");
    case "boolean":
      return choice(text("true"), text("false"));
    case "integer":
      return integerExpression(bounds(variant));
    case "number":
      return numberExpression(bounds(variant));
    case "string":
      return stringOf(variant);
    case "array":
      return arrayExpression(compiler, variant);
    case "object":
      return objectExpression(compiler, variant);
  }
}

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Variant) {
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum }),
    ...(exclusiveMaximum !== undefined && { exclusiveMaximum }),
  };
}

function stringOf({ minLength, maxLength, pattern, format = "" }: Variant): Expression {
  if (pattern === undefined) {
    const isFree = minLength === undefined && maxLength === undefined;
    const shape = isFree && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
    return shape === undefined ? stringExpression(minLength, maxLength) : patternExpression(shape);
  }
  try {
    return patternExpression(pattern, minLength, maxLength);
  } catch (error) {
    throw error instanceof PatternError ? new SchemaProblem("pattern", error.message) : error;
  }
}

/** What may stand beside `enum`: the others would have to be tried on each value. */
const BESIDE_ENUM = new Set(["enum", "type", "format"]);

function enumExpression(variant: Variant, values: readonly unknown[]): Expression {
  const [other] = Object.keys(variant).filter((keyword) => !BESIDE_ENUM.has(keyword));
  if (other !== undefined) {
    throw new SchemaProblem(other, "cannot be enforced beside 'enum' or 'const': leave out values instead");
  }
  return choice(
    ...values.filter((value) => isOfType(value, variant.type)).map((value) => text(JSON.stringify(value))),
  );
}

function isOfType(value: unknown, types: readonly TypeName[] | undefined): boolean {
  if (types === undefined) return true;
  if (value === null) return types.includes("null");
  if (Array.isArray(value)) return types.includes("array");
  if (typeof value === "number") {
    return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
  }
  return types.some((type) => type === typeof value);
}

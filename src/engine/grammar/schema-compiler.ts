/**
 * Compiles JSON Schema to a grammar. Every text of the grammar is a valid value; not every valid value is a
 * text of it: properties have the order of the schema, others follow only where `additionalProperties`
 * describes them, there is at most one space between tokens, and numerals have a bounded length.
 *
 * A schema is expanded into variants without combinations (`schema/`), and each variant becomes an expression
 * by type (`values/`): `{"anyOf": [{"type": "null"}, {"enum": [1, 2]}]}` → `r0 ::= "1" | "2" | "null"`.
 */
import { CompileBudgetError } from "./compile-budget.ts";
import { choiceOf, type Expression, NEVER } from "./ebnf/grammar.ts";
import type { GrammarBuilder } from "./ebnf/grammar-builder.ts";
import { isObject, type JsonSchema } from "./schema/json-schema.ts";
import { SchemaDocument } from "./schema/schema-document.ts";
import { SchemaError } from "./schema/schema-error.ts";
import { createVariantExpander } from "./schema/schema-variants.ts";
import type { SubschemaCompiler } from "./values/subschema-compiler.ts";
import { valueExpression } from "./values/value-grammar.ts";

/** Depth of schemas within schemas. */
const MAX_SCHEMA_DEPTH = 64;

/**
 * @param root the whole document, into which references point
 * @param prefix distinguishes the rules of this document from those of other documents in the builder
 * @throws {SchemaError} if the document is too large
 */
export function createSchemaCompiler(
  root: JsonSchema,
  builder: GrammarBuilder,
  prefix: string,
): SubschemaCompiler {
  const { budget } = builder;
  const document = nameSchemaOverBudget(undefined, () => new SchemaDocument(root, budget));
  const expandVariants = createVariantExpander(document);
  let depth = 0;
  let scopes = 0;

  const compile = (schema: JsonSchema): Expression => {
    if (schema === false) return NEVER;
    return builder.define(`${prefix} ${document.schemaId(schema)}`, () => {
      if (depth >= MAX_SCHEMA_DEPTH) {
        throw new SchemaError("properties", `must not be nested deeper than ${MAX_SCHEMA_DEPTH} schemas`);
      }
      const outer = document.enter(schema);
      depth++;
      const generated = expandVariants(schema).flatMap((variant) => variant.generated ?? []);
      const expression = choiceOf(generated.map((flat) => valueExpression(compiler, flat)));
      depth--;
      document.enter(outer);
      return expression;
    });
  };

  const compiler: SubschemaCompiler = {
    budget,
    createRuleScope() {
      const scope = ++scopes;
      return (key, build) => builder.define(`${prefix} ${scope} ${key}`, build);
    },
    compile: (schema) =>
      depth === 0 ? nameSchemaOverBudget(document, () => compile(schema)) : compile(schema),
  };
  return compiler;
}

/** Keywords that may be to blame for the work, the ones that multiply first. */
const COSTLY_KEYWORDS: readonly string[] = ["oneOf", "anyOf", "allOf", "enum", "pattern", "properties"];

/** Turns a spent budget into an error that names the schema at which it ran out. */
function nameSchemaOverBudget<Result>(document: SchemaDocument | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CompileBudgetError)) throw error;
    const { current = true } = document ?? {};
    const hasKeyword = (name: string) => isObject(current) && Object.hasOwn(current, name);
    const keyword = COSTLY_KEYWORDS.find(hasKeyword) ?? "properties";
    throw new SchemaError(
      keyword,
      "takes too much work to enforce, together with the schemas before it: send fewer tools or simpler schemas",
      document && `${document.currentPath()}${hasKeyword(keyword) ? `.${keyword}` : ""}`,
    );
  }
}

/** The schemas of a request: the parameters of its tools, and its response format. */
import { EngineError } from "../../contract/engine-error.ts";
import type { ResponseFormat, Tool } from "../../openai/conversation.ts";
import { type Expression, isNever, literal, sequence } from "./ebnf/grammar.ts";
import type { GrammarBuilder } from "./ebnf/grammar-builder.ts";
import type { JsonSchema } from "./schema/json-schema.ts";
import { createSchemaCompiler } from "./schema-compiler.ts";
import { SchemaError } from "./schema/schema-error.ts";

interface SchemaSource {
  /** Distinguishes the rules of this schema from those of others. */
  readonly prefix: string;
  /** The request's field. */
  readonly field: string;
  /** The owner, as errors name it. */
  readonly owner: string;
}

/**
 * The text between the markers of a call, as `renderToolCall` writes it for earlier turns.
 *
 * @throws {EngineError} `invalid`
 */
export function toolCallExpression(
  builder: GrammarBuilder,
  { name, parameters }: Tool,
  index: number,
): Expression {
  const schema = { allOf: [{ type: "object" }, parameters] };
  const value = compileSchema(builder, schema, parameters, {
    prefix: `tool${index}`,
    field: `tools[${index}].function.parameters`,
    owner: `the tool '${name}'`,
  });
  return builder.define(`call ${index}`, () =>
    sequence(literal(`\n{"name": ${JSON.stringify(name)}, "arguments": `), value, literal("}\n")),
  );
}

/**
 * @returns undefined for a format without a schema: text
 * @throws {EngineError} `invalid`
 */
export function responseFormatExpression(
  builder: GrammarBuilder,
  format: ResponseFormat,
): Expression | undefined {
  if (format.type === "text") return undefined;
  const schema = format.type === "json_object" ? { type: "object" } : format.schema;
  const name = format.type === "json_object" ? undefined : format.name;
  const source =
    name === undefined
      ? { field: "response_format.schema", owner: "the format" }
      : { field: "response_format.json_schema.schema", owner: `the format '${name}'` };
  return compileSchema(builder, schema, schema, { prefix: "format", ...source });
}

/** @param root the document that references in `schema` point into */
function compileSchema(
  builder: GrammarBuilder,
  schema: JsonSchema,
  root: JsonSchema,
  { prefix, field, owner }: SchemaSource,
): Expression {
  try {
    const expression = createSchemaCompiler(root, builder, prefix).compile(schema);
    if (!isNever(expression)) return expression;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const message = `The keyword '${error.keyword}' of ${owner} ${error.message}.`;
    throw new EngineError("invalid", message, field + error.path, { cause: error });
  }
  throw new EngineError("invalid", `The schema of ${owner} permits no value: relax it.`, field);
}

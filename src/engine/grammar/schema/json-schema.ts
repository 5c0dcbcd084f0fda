/** The types of JSON Schema documents, before their keywords are parsed. */

export type JsonSchema = boolean | JsonSchemaObject;

export type JsonSchemaObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isObject(value);
}

/** The keywords that the compiler reads, with the types of their values. */
import * as z from "zod/mini";
import { isJsonSchema, isObject, type JsonSchema } from "./json-schema.ts";

const count = z
  .int("must be an integer of at least 0")
  .check(z.minimum(0, "must be an integer of at least 0"));
const bound = z.number("must be a number");
const schema = z.custom<JsonSchema>(isJsonSchema, "must be a schema: an object or a boolean");
const schemas = z.array(schema, "must be an array of schemas").check(z.minLength(1, "must not be empty"));
const schemasByName = z.custom<Readonly<Record<string, JsonSchema>>>(
  (value) => isObject(value) && Object.values(value).every(isJsonSchema),
  "must be an object whose values are schemas",
);
const typeName = z.enum(["null", "boolean", "integer", "number", "string", "array", "object"]);

/** The enforced keywords of one schema object, and `format`. */
export const enforcedKeywordsSchema = z.object({
  type: z.exactOptional(
    z.union(
      [typeName, z.array(typeName)],
      "must be a JSON type, such as 'object', 'integer' or 'null', or an array of JSON types",
    ),
  ),
  enum: z.exactOptional(z.array(z.unknown(), "must be an array").check(z.minLength(1, "must not be empty"))),
  const: z.exactOptional(z.unknown()),
  $ref: z.exactOptional(z.string("must be a string")),
  allOf: z.exactOptional(schemas),
  anyOf: z.exactOptional(schemas),
  oneOf: z.exactOptional(schemas),
  properties: z.exactOptional(schemasByName),
  required: z.exactOptional(z.array(z.string("must be a string"), "must be an array of strings")),
  additionalProperties: z.exactOptional(schema),
  unevaluatedProperties: z.exactOptional(schema),
  minProperties: z.exactOptional(count),
  maxProperties: z.exactOptional(count),
  items: z.exactOptional(z.union([schema, z.array(schema)], "must be a schema or an array of schemas")),
  prefixItems: z.exactOptional(schemas),
  additionalItems: z.exactOptional(schema),
  unevaluatedItems: z.exactOptional(schema),
  minItems: z.exactOptional(count),
  maxItems: z.exactOptional(count),
  minLength: z.exactOptional(count),
  maxLength: z.exactOptional(count),
  pattern: z.exactOptional(z.string("must be a string")),
  format: z.exactOptional(z.string("must be a string")),
  minimum: z.exactOptional(bound),
  maximum: z.exactOptional(bound),
  exclusiveMinimum: z.exactOptional(bound),
  exclusiveMaximum: z.exactOptional(bound),
});

export type JsonTypeName = z.infer<typeof typeName>;
export type EnforcedKeywords = z.infer<typeof enforcedKeywordsSchema>;

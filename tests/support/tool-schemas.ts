/**
 * Tool parameters with all three kinds of keywords: enforced, annotation and refused. They are small, because the
 * fixture model's tokens are bytes and a reply has at most 128.
 */
type JsonSchema = Readonly<Record<string, unknown>>;

const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  ...more,
});

export const servedSchemas: readonly JsonSchema[] = [
  object({ c: { enum: ["rot", "grün", "青"] } }, { additionalProperties: false }),
  object({ n: { type: "integer", minimum: -3, maximum: 1000 } }),
  object({ n: { type: "number", exclusiveMinimum: 0, maximum: 1 } }),
  object({ s: { type: "string", minLength: 1, maxLength: 6 } }),
  object({ s: { type: "string", pattern: "^[A-Z]{2}\\d{1,3}$" } }),
  object({ a: object({ b: object({ c: { type: "boolean" } }) }) }),
  object({ l: { type: "array", items: { enum: ["x", "y"] }, minItems: 1, maxItems: 3 } }),
  object({
    t: { type: "array", prefixItems: [{ type: "null" }, { type: "integer", maximum: 9 }], minItems: 2 },
  }),
  object(
    { p: { $ref: "#/$defs/point" } },
    { $defs: { point: object({ x: { type: "integer", minimum: 0, maximum: 9 } }) } },
  ),
  object({ v: { anyOf: [{ type: "null" }, { type: "integer", minimum: 1, maximum: 5 }] } }),
  object({
    v: { oneOf: [object({ k: { const: "a" }, n: { type: "null" } }), object({ k: { const: "ß" } })] },
  }),
  {
    allOf: [object({ a: { type: "boolean" } }), { properties: { b: { enum: [1, 2] } }, required: ["b"] }],
  },
  {
    type: "object",
    properties: { a: { type: "null" }, b: { type: "null" } },
    minProperties: 1,
    maxProperties: 1,
  },
  { type: "object", additionalProperties: { type: "boolean" }, maxProperties: 2 },
  object({
    d: {
      type: "string",
      title: "Day",
      description: "A day.",
      format: "date",
      default: "2024-02-29",
      examples: [],
    },
  }),
  object({
    s: { type: ["string", "null"], maxLength: 8, deprecated: true, readOnly: true, $comment: "none" },
  }),
];

/** Refused schemas, each with the keyword that is the reason. */
export const refusedSchemas: readonly (readonly [keyword: string, schema: JsonSchema])[] = [
  ["uniqueItems", object({ l: { type: "array", uniqueItems: true } })],
  ["not", object({ a: { not: { type: "null" } } })],
  ["multipleOf", object({ n: { type: "integer", multipleOf: 5 } })],
  ["dependentRequired", object({ a: {} }, { dependentRequired: { a: ["b"] } })],
];

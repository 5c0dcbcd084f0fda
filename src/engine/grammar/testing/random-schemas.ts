/**
 * Random schemas, recursive and combined: the shapes that libraries emit and, more often, ones that nobody
 * would write. They use few names and constants, so that their parts interact.
 */
import fc from "fast-check";
import type { JsonSchema, JsonSchemaObject } from "../schema/json-schema.ts";

const DEFINITIONS = ["A", "B", "C"];
const NAMES = ["a", "b", "c", "kind"];
/** Some are equal in JSON although their text differs. */
const CONSTANTS: readonly unknown[] = [
  "x",
  "y",
  1,
  1.5,
  null,
  true,
  { a: 1, b: "x" },
  { b: "x", a: 1 },
  { kind: "x" },
  [1, { a: null }],
  {},
];
const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];

const name = fc.constantFrom(...NAMES);
const constant = fc.constantFrom(...CONSTANTS);
const count = fc.integer({ min: 0, max: 3 });

const scalar: fc.Arbitrary<JsonSchemaObject> = fc.oneof(
  constant.map((value) => ({ const: value })),
  fc.array(constant, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
  fc.constantFrom(...TYPES).map((type) => ({ type })),
  fc.subarray(TYPES, { minLength: 1, maxLength: 3 }).map((type) => ({ type })),
  fc.record({
    type: fc.constantFrom("integer", "number"),
    minimum: count,
    maximum: fc.integer({ min: 2, max: 9 }),
  }),
  fc.record({ type: fc.constant("string"), maxLength: count }),
  fc.constantFrom({ type: "string", pattern: "^x+$" }, { minLength: 1 }, { minimum: 1 }),
);

const { schema } = fc.letrec<{ schema: JsonSchema; record: JsonSchemaObject }>((tie) => {
  const part = tie("schema");
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  const properties = fc.dictionary(name, part, { maxKeys: 3 });
  const object = fc.record(
    {
      type: fc.constant("object"),
      properties,
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: part,
      unevaluatedProperties: fc.oneof(fc.boolean(), part),
      minProperties: count,
      maxProperties: count,
    },
    { requiredKeys: [] },
  );
  const closed = fc
    .record({ object, unevaluated: fc.boolean() })
    .map(({ object: { additionalProperties: _, ...rest }, unevaluated }) => ({
      ...rest,
      [unevaluated ? "unevaluatedProperties" : "additionalProperties"]: false,
    }));
  const array = fc.record(
    {
      type: fc.constant("array"),
      items: part,
      prefixItems: parts,
      unevaluatedItems: fc.oneof(fc.boolean(), part),
      minItems: count,
      maxItems: count,
    },
    { requiredKeys: [] },
  );
  const reference = fc
    .constantFrom("#", ...DEFINITIONS.map((key) => `#/$defs/${key}`))
    .map(($ref) => ({ $ref }));
  /** Tagged unions as pydantic and zod emit them; the tag may not be required. */
  const tagged = fc
    .record({
      tags: fc.uniqueArray(fc.constantFrom("x", "y", "z", 1), { minLength: 2, maxLength: 3 }),
      objects: fc.array(object, { minLength: 3, maxLength: 3 }),
      isRequired: fc.boolean(),
      keyword: fc.constantFrom("oneOf", "oneOf", "anyOf"),
    })
    .map(({ tags, objects, isRequired, keyword }) => ({
      [keyword]: tags.map((tag, index) => {
        const { properties: others, required = [], ...rest } = objects[index] ?? {};
        return {
          type: "object",
          ...rest,
          properties: { kind: { const: tag }, ...others },
          required: isRequired ? [...new Set(["kind", ...required])] : required,
        };
      }),
    }));
  const combined = fc.oneof(
    parts.map((allOf) => ({ allOf })),
    parts.map((anyOf) => ({ anyOf })),
    parts.map((oneOf) => ({ oneOf })),
  );
  const several = fc.array(fc.oneof(object, closed, array, combined, scalar, reference, tagged), {
    minLength: 2,
    maxLength: 3,
  });
  const record: fc.Arbitrary<JsonSchemaObject> = fc.oneof(
    { maxDepth: 4, depthIdentifier: "schema" },
    scalar,
    reference,
    object,
    closed,
    array,
    combined,
    tagged,
    several.map((schemas): JsonSchemaObject => Object.assign({}, ...schemas)),
  );
  return {
    record,
    schema: fc.oneof(
      { maxDepth: 5, depthIdentifier: "schema" },
      { weight: 8, arbitrary: tie("record") },
      fc.boolean(),
    ),
  };
});

/** A document whose references point to its own definitions. */
export const randomSchema: fc.Arbitrary<JsonSchema> = fc
  .record({ root: schema, definitions: fc.tuple(schema, schema, schema) })
  .map(({ root, definitions }) =>
    typeof root === "boolean"
      ? root
      : {
          ...root,
          $defs: Object.fromEntries(DEFINITIONS.map((key, index) => [key, definitions[index] ?? true])),
        },
  );

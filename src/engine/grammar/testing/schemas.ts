import type { JsonSchema } from "../schema/json-schema.ts";

/** Schemas that together use every enforced keyword, and annotations; by title of their test. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  "an object": {
    title: "Weather",
    type: "object",
    properties: {
      city: { type: "string", description: "A city.", examples: ["Köln"] },
      days: { type: "integer", minimum: 1, maximum: 14, default: 3 },
      unit: { enum: ["c", "f"] },
    },
    required: ["city", "unit"],
    additionalProperties: false,
  },
  "nested objects": {
    type: "object",
    properties: {
      from: { type: "object", properties: { x: { type: "number" }, y: { type: "null" } }, required: ["x"] },
      to: { type: "object", properties: { name: { const: "東京" } } },
    },
  },
  "a number between bounds": { type: "number", minimum: -1.25, exclusiveMaximum: 3.5 },
  "a number above zero": { type: "number", exclusiveMinimum: 0, maximum: 1 },
  "a small number": { type: "number", minimum: 1e-7, maximum: 0.003 },
  "a number close to an integer": { type: "number", minimum: 99.5, maximum: 100 },
  "a number below zero": { type: "number", minimum: -0.03, exclusiveMaximum: 0 },
  "any number": { type: "number" },
  "any integer": { type: "integer" },
  "an integer over several lengths": { type: "integer", exclusiveMinimum: -12, maximum: 1234 },
  "an integer below zero": { type: "integer", maximum: -7 },
  "a string of bounded length": { type: "string", minLength: 2, maxLength: 5 },
  "a long string": { type: "string", minLength: 40, maxLength: 77 },
  "a product code": { type: "string", pattern: "^[A-Z]{2}-\\d+$" },
  "a pattern that matches anywhere": { type: "string", pattern: "a|b$" },
  "a pattern of unusual characters": { type: "string", pattern: '^[^a-z"]{1,3}.\\s\\u00e9?\\S\\W\\D$' },
  "a pattern and a length": { type: "string", pattern: "^[a-zé]+$", maxLength: 4 },
  "a date": { type: "string", format: "date" },
  "a date and time": { type: "string", format: "date-time" },
  "an array": { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 3 },
  "a long array": { type: "array", items: { type: "null" }, minItems: 2, maxItems: 60 },
  "a tuple": { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], minItems: 1 },
  "a tuple with further items": {
    type: "array",
    prefixItems: [{ type: "null" }],
    items: { type: "boolean" },
    minItems: 2,
    maxItems: 4,
    uniqueItems: false,
  },
  "a closed tuple": { type: "array", prefixItems: [{ type: "null" }, true], unevaluatedItems: false },
  "any value": true,
  "any object": { type: "object" },
  "additional properties": {
    type: "object",
    properties: { ab: { type: "string" }, é: { type: "null" }, 'a"': {} },
    additionalProperties: { type: "integer" },
  },
  "counted properties": {
    type: "object",
    properties: { a: { type: "null" }, b: { type: "null" }, c: { type: "null" } },
    minProperties: 1,
    maxProperties: 2,
  },
  "a counted map": {
    type: "object",
    additionalProperties: { type: "null" },
    minProperties: 1,
    maxProperties: 2,
  },
  "a closed object": { type: "object", properties: { a: true }, unevaluatedProperties: false },
  "a recursive list": {
    $defs: {
      node: {
        type: "object",
        properties: { v: { type: "integer" }, next: { $ref: "#/$defs/node", description: "The next one." } },
        required: ["v"],
      },
    },
    $ref: "#/$defs/node",
  },
  "a recursive tree": {
    definitions: {
      "a/tree": { anyOf: [{ type: "null" }, { type: "array", items: { $ref: "#/definitions/a~1tree" } }] },
    },
    $ref: "#/definitions/a~1tree",
  },
  "tagged variants": {
    oneOf: [
      { type: "object", properties: { kind: { const: "a" }, x: { type: "integer" } }, required: ["kind"] },
      {
        type: "object",
        properties: { kind: { const: "b" }, y: { type: "string" } },
        required: ["kind", "y"],
      },
    ],
  },
  "variants of different types": {
    oneOf: [{ type: "string" }, { type: "array", maxItems: 0 }, { const: 3, type: "integer" }],
  },
  "parts that all apply": {
    allOf: [
      { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
      { properties: { a: { minimum: 3 }, b: { type: "boolean" } }, required: ["b"] },
    ],
  },
  "an optional reference": {
    $defs: { name: { type: "string", maxLength: 3 } },
    type: "object",
    properties: { name: { anyOf: [{ $ref: "#/$defs/name" }, { type: "null" }], title: "Name" } },
    required: ["name"],
  },
  "several types": { type: ["string", "null", "integer"], minimum: 3, maxLength: 2 },
  "values of all kinds": { enum: ["日本", 'a"b\\', { x: [1, null] }, 3.5, "\ud800"] },
  "a property with an unusual name": {
    type: "object",
    properties: { '日"本': { const: "🌊" } },
    required: ['日"本', "__proto__"],
  },
  "unevaluatedProperties of a part that forbids those of another": {
    allOf: [
      { properties: { a: { type: "null" } }, unevaluatedProperties: false },
      { properties: { b: { type: "null" } } },
    ],
  },
  "unevaluatedProperties of a part beside a part that allows additional ones": {
    allOf: [{ properties: { a: {} }, unevaluatedProperties: false }, { additionalProperties: true }],
  },
  "additionalProperties beside a sibling's properties": {
    properties: { a: { type: "null" } },
    additionalProperties: false,
    anyOf: [{ properties: { b: { type: "null" } } }, { properties: { a: {} } }],
  },
  "unevaluatedProperties that forbids all but those of the parts": {
    allOf: [{ properties: { a: { type: "null" } }, required: ["a"] }],
    anyOf: [
      { properties: { b: { type: "null" } }, required: ["b"] },
      { properties: { c: { type: "null" } } },
    ],
    unevaluatedProperties: false,
  },
  "unevaluatedProperties with a schema, beside properties of parts": {
    allOf: [{ properties: { a: { type: "null" } } }],
    properties: { b: { type: "null" } },
    unevaluatedProperties: { type: "integer" },
  },
  "a required property that unevaluatedProperties does not forbid": {
    allOf: [{ required: ["a"] }, { properties: { a: { type: "null" } }, unevaluatedProperties: false }],
  },
  "unevaluatedItems of a part": {
    type: "array",
    allOf: [
      { prefixItems: [{ type: "null" }], unevaluatedItems: false },
      { items: { type: ["null", "boolean"] } },
    ],
  },
  "tuples that both apply": {
    type: "array",
    allOf: [
      { prefixItems: [{ type: ["null", "integer"] }], items: { type: "integer" } },
      { prefixItems: [{ type: "integer" }, { minimum: 3 }, true], minItems: 2 },
    ],
  },
  "one constant with its keys in two orders": {
    allOf: [{ const: { a: 1, b: [{ c: 2, d: 3 }] } }, { enum: [{ b: [{ d: 3, c: 2 }], a: 1 }, 7] }],
  },
  "variants distinguished by a property that another part declares": {
    allOf: [
      {
        oneOf: [
          { type: "object", properties: { a: { type: "null" } }, required: ["a"] },
          { type: "object", properties: { b: { type: "null" } }, required: ["b"] },
        ],
      },
      { properties: { a: { type: "null" }, b: { type: "null" } } },
    ],
  },
  "variants that each require another property": {
    type: "object",
    properties: { a: { type: "null" }, b: { type: "null" }, c: { type: "null" } },
    oneOf: [{ required: ["a"] }, { required: ["b"] }, { required: ["c"] }],
  },
  "variants distinguished by a constant that is not required": {
    oneOf: [
      {
        type: "object",
        properties: { kind: { const: "a", default: "a" }, x: { type: "null" } },
        required: ["x"],
      },
      {
        type: "object",
        properties: { kind: { const: "b", default: "b" }, x: { type: "null" } },
        required: ["x"],
      },
    ],
  },
  "a bound without a type": { minimum: 3 },
};

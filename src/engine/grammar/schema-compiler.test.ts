import { Ajv2020 } from "ajv/dist/2020.js";
import { anything, assert, property, record, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { CompileBudget } from "./compile-budget.ts";
import { hasUnproductiveRule } from "./ebnf/unproductive-rule.ts";
import { GrammarBuilder } from "./ebnf/grammar-builder.ts";
import type { JsonSchema } from "./schema/json-schema.ts";
import { createSchemaCompiler } from "./schema-compiler.ts";
import { SchemaError } from "./schema/schema-error.ts";
import { seededRandom } from "./testing/random.ts";
import { createSampler } from "./testing/sample.ts";
import { schemas } from "./testing/schemas.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });

function compile(schema: JsonSchema) {
  const builder = new GrammarBuilder();
  const root = createSchemaCompiler(schema, builder, "test").compile(schema);
  return { root, rules: builder.rules };
}

/** Texts of the schema's grammar, the same each time. */
function samples(schema: JsonSchema, count = 200): string[] {
  const sample = createSampler(compile(schema));
  const random = seededRandom(1);
  return Array.from({ length: count }, () => sample(random));
}

describe("createSchemaCompiler", () => {
  it.each(Object.entries(schemas))("generates only valid values: %s", (_, schema) => {
    const validate = ajv.compile(schema);
    for (const text of samples(schema)) {
      expect(validate(JSON.parse(text)), `${text}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  });

  it("generates all values within bounds", () => {
    const values = (schema: JsonSchema) => new Set(samples(schema, 500).map((text) => JSON.parse(text)));
    expect(values({ type: "integer", minimum: -2, exclusiveMaximum: 3 })).toEqual(new Set([-2, -1, 0, 1, 2]));
    expect(values({ enum: [1, "a", null] })).toEqual(new Set([1, "a", null]));
    expect(values({ type: "string", pattern: "^(a|bc)?d{1,2}$" })).toEqual(
      new Set(["d", "dd", "ad", "add", "bcd", "bcdd"]),
    );
    const lengths = [...values({ type: "string", minLength: 2, maxLength: 5 })].map(
      (text) => [...text].length,
    );
    expect(new Set(lengths)).toEqual(new Set([2, 3, 4, 5]));
  });

  it("generates a named property only once", () => {
    const schema = { properties: { a: { type: "integer" } }, additionalProperties: { type: "null" } };
    for (const text of samples(schema)) expect(text.match(/"a":/g)?.length ?? 0).toBeLessThan(2);
  });

  it.each<[string, JsonSchema, string]>([
    ["pattern", { pattern: `a{${"9".repeat(400)}}` }, "must not count more than"],
    ["not", { not: { type: "null" } }, "what is allowed"],
    ["uniqueItems", { properties: { list: { uniqueItems: true } } }, "distinct items"],
    ["multipleOf", { items: { multipleOf: 2 } }, "enum"],
    ["if", { if: {}, else: {} }, "anyOf"],
    ["oneOf", { oneOf: [{ type: "number" }, { type: "integer" }] }, "branches"],
    ["oneOf", { oneOf: [{ const: { a: 1, b: 2 } }, { const: { b: 2, a: 1 } }] }, "branches"],
    ["oneOf", { oneOf: [{ const: [{ a: 1, b: [] }] }, { enum: [0, [{ b: [], a: 1 }]] }] }, "branches"],
    ["oneOf", { oneOf: [{ const: 1 }, { const: JSON.parse("1.0") }] }, "branches"],
    ["oneOf", { oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, "branches"],
    ["oneOf", { oneOf: [{ type: "object" }, { type: "object", required: ["b"] }] }, "branches"],
    // A string meets both branches.
    [
      "oneOf",
      {
        minLength: 2,
        oneOf: [{ properties: { a: { const: 1 } } }, { properties: { a: { const: 2 } }, required: ["a"] }],
      },
      "branches",
    ],
    ["pattern", { pattern: "(?=a)" }, "look-around"],
    ["pattern", { pattern: "((a{1,30}b){1,30}c){1,30}" }, "repetitions"],
    ["properties", { enum: ["x".repeat(70_000)] }, "65536 characters"],
    ["pattern", { pattern: "[" }, "regular expression"],
    ["pattern", { pattern: "^[\\u4e00-\\u9fff]$" }, "more than 512"],
    ["$ref", { $ref: "#/$defs/none" }, "must point to a schema"],
    ["$ref", { $ref: "https://example.org/schema" }, "into the same schema"],
    ["$ref", { $ref: "#" }, "back to itself"],
    ["minimum", { minimum: "1" }, "must be a number"],
    ["type", { type: "text" }, "must be a JSON type"],
    ["required", { required: "a" }, "array"],
    ["properties", { properties: { a: 1 } }, "object whose values are schemas"],
    ["minimum", { enum: [1], minimum: 0 }, "beside 'enum'"],
  ])("refuses '%s' of %j", (keyword, schema, message) => {
    expect(() => compile(schema)).toThrow(
      expect.objectContaining({ keyword, message: expect.stringContaining(message) }),
    );
  });

  it("recognises a schema that requires an infinite value", () => {
    const infinite = { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] };
    expect(hasUnproductiveRule(compile(infinite).rules, new CompileBudget())).toBe(true);
    expect(hasUnproductiveRule(compile({ ...infinite, required: [] }).rules, new CompileBudget())).toBe(
      false,
    );
  });

  it("admits or refuses schemas of any shape, without another error", () => {
    const nested = (depth: number): JsonSchema =>
      depth === 0 ? {} : { properties: { a: nested(depth - 1) } };
    expect(() => compile(nested(500))).toThrow(SchemaError);
    assert(
      property(
        record({ type: anything(), properties: anything(), items: anything(), enum: anything() }),
        (schema) => {
          try {
            compile(JSON.parse(JSON.stringify(schema)));
          } catch (error) {
            expect(error).toBeInstanceOf(SchemaError);
          }
        },
      ),
    );
    assert(
      property(string({ unit: "binary-ascii" }), (pattern) => {
        try {
          compile({ pattern });
        } catch (error) {
          expect(error).toBeInstanceOf(SchemaError);
        }
      }),
    );
  });
});

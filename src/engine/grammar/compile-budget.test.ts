import { describe, expect, it } from "vitest";
import { userTurn, withTurns } from "../prompt/testing/conversations.ts";
import { MAX_STEPS } from "./compile-budget.ts";
import { NEVER } from "./ebnf/grammar.ts";
import type { JsonSchema } from "./schema/json-schema.ts";
import { replyGrammar } from "./reply-grammar.ts";
import { admitSchema } from "./testing/admit-schema.ts";
import { checkSchema } from "./testing/check-schema.ts";
import {
  ambiguousExpressions,
  manyConstants,
  operatorExpressions,
  taggedExpressions,
} from "./testing/expression-schemas.ts";
import { seededRandom } from "./testing/random.ts";
import { createSampler } from "./testing/sample.ts";

const list = <Value>(length: number, make: (index: number) => Value): Value[] =>
  Array.from({ length }, (_, index) => make(index));

const record = <Value>(length: number, make: (index: number) => Value): Record<string, Value> =>
  Object.fromEntries(list(length, (index) => [`p${index.toString(36)}`, make(index)]));

const reference = (index: number) => ({ $ref: `#/$defs/p${index.toString(36)}` });

/** Each is near a different limit, and within the limits of a request body. */
const hostileSchemas: Readonly<Record<string, JsonSchema>> = {
  "products of variants": {
    allOf: list(6, () => ({
      anyOf: list(14, (index) => ({ properties: record(30, (key) => ({ const: index * key })) })),
    })),
  },
  "branches of which each pair differs in another property": {
    oneOf: list(190, (index) => ({ properties: record(15, () => ({})), required: [`k${index}`] })),
  },
  "branches distinguished by the last of their properties": {
    oneOf: list(190, (index) => ({ properties: record(12, (key) => ({ const: key === 11 ? index : 0 })) })),
  },
  "nested oneOf in which each level doubles": list(12, (index) => index).reduce<JsonSchema>(
    (inner, index) => ({
      oneOf: [{ properties: { [`a${index}`]: inner } }, { properties: { [`b${index}`]: inner } }],
    }),
    { type: "null" },
  ),
  "references that meet in ever new combinations": {
    $defs: record(40, (index) => ({
      properties: { a: reference((index + 1) % 40), b: reference((index * 7 + 3) % 40) },
    })),
    allOf: list(40, reference),
  },
  "a chain of references": {
    $defs: record(1_000, (index) => (index === 999 ? {} : reference(index + 1))),
    $ref: "#/$defs/p0",
  },
  "nested combinations": list(60, (index) => index).reduce<JsonSchema>((inner) => ({ allOf: [inner] }), {}),
  "thousands of properties": { properties: record(5_000, () => ({})) },
  "thousands of required properties": {
    properties: record(3_000, () => ({})),
    required: list(3_000, (index) => `p${index.toString(36)}`),
  },
  "thousands of names excluded from additional keys": {
    properties: record(4_000, () => ({})),
    additionalProperties: true,
  },
  "a long name excluded from additional keys": {
    properties: { ["x".repeat(60_000)]: {} },
    additionalProperties: {},
  },
  "thousands of prefix items": { prefixItems: list(4_000, (index) => ({ const: index })) },
  "thousands of bounded numbers": { properties: record(2_000, (index) => ({ minimum: index + 0.5 })) },
  "deeply nested groups": { pattern: `${"(".repeat(20_000)}a${")".repeat(20_000)}` },
  "nested groups beside brackets in classes": { pattern: `${"([)]".repeat(900)}a${")".repeat(900)}` },
  "empty alternatives": { pattern: `^(${"|".repeat(4_000)})$` },
  "large character classes": {
    properties: record(60, (index) => ({ pattern: "[Ā-ˀ]".repeat(100 + index) })),
  },
  "counted properties": {
    anyOf: list(20, (index) => ({
      properties: record(64, () => ({ const: index })),
      minProperties: 32,
      maxProperties: 40,
    })),
  },
  "a deeply nested value": { const: JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`) },
};

describe("the compile budget", () => {
  it.each([
    ["tags with a default", taggedExpressions],
    ["required operators", operatorExpressions],
  ])("is ample for a recursive union: %s", (_, schema) => {
    const { grammar, refused, steps } = checkSchema(schema, 100);
    expect(refused).toBeUndefined();
    expect(grammar).toBeDefined();
    expect(steps).toBeLessThan(2_000);
  });

  it("does not matter for a recursive union whose branches cannot be distinguished", () => {
    expect(admitSchema(ambiguousExpressions)).toMatchObject({ refused: "oneOf" });
  });

  it.each([
    ["constants in oneOf", (count: number) => ({ oneOf: list(count, (index) => ({ const: index })) })],
    [
      "objects in oneOf distinguished by a constant",
      (count: number) => ({
        oneOf: list(count / 20, (index) => ({ properties: { kind: { const: index }, a: {} } })),
      }),
    ],
    ["properties", (count: number) => ({ properties: record(count / 4, () => ({})) })],
  ])("is spent in proportion to the number of %s", (_, schema) => {
    const [half, whole] = [2_000, 4_000].map((count) => admitSchema(schema(count)));
    expect(whole?.grammar).toBeDefined();
    expect(whole?.steps).toBeLessThan(2.2 * (half?.steps ?? 0));
  });

  it("suffices for as many constants as a document can hold", () => {
    const { grammar } = admitSchema(manyConstants);
    const sample = createSampler(grammar ?? { root: NEVER, rules: new Map() });
    const text = sample(seededRandom(1));
    expect(text).toMatch(/^\{"n": ?\d{1,3}\d?\}$/);
  });

  it.each(Object.entries(hostileSchemas))("bounds the work of: %s", (_, schema) => {
    const { steps, refused, grammar } = admitSchema(schema);
    // The last operation may overdraw the budget.
    expect(steps).toBeLessThan(1.1 * MAX_STEPS);
    if (grammar !== undefined) expect(steps).toBeLessThanOrEqual(MAX_STEPS);
    else expect(refused).toMatch(/./);
  });

  it("is named with the path of the schema at which it ran out", () => {
    const costly = hostileSchemas["branches of which each pair differs in another property"] ?? {};
    const branches = { type: "object", properties: { expr: costly } };
    const tools = [
      { name: "idle", parameters: { type: "object" } },
      { name: "busy", parameters: branches },
    ];
    expect(() => replyGrammar({ ...withTurns(userTurn("Hi")), tools }, (text) => text)).toThrow(
      expect.objectContaining({
        code: "invalid",
        param: "tools[1].function.parameters.properties.expr.oneOf",
        message: expect.stringMatching(/^The keyword 'oneOf' of the tool 'busy' takes too much work/),
      }),
    );
  });

  it("is shared by the tools of a request", () => {
    const parameters = { type: "object", properties: record(300, (index) => ({ const: index })) };
    const tools = list(40, (index) => ({ name: `f${index}`, parameters }));
    expect(() => replyGrammar({ ...withTurns(userTurn("Hi")), tools }, (text) => text)).toThrow(
      expect.objectContaining({ code: "invalid", param: expect.stringMatching(/^tools/) }),
    );
  });
});

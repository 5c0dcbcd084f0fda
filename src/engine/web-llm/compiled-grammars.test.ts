/** Every admitted grammar compiles in web-llm's own grammar engine, which runs only after a stream's headers. */
import { assert, asyncProperty } from "fast-check";
import { describe, expect, it } from "vitest";
import { loadXgrammar } from "../../../tests/xgrammar/xgrammar.ts";
import type { Conversation } from "../../openai/conversation.ts";
import type { JsonSchema } from "../grammar/schema/json-schema.ts";
import { replyGrammar } from "../grammar/reply-grammar.ts";
import { isObject } from "../grammar/schema/json-schema.ts";
import { CompileBudget } from "../grammar/compile-budget.ts";
import { printGrammar } from "../grammar/ebnf/print-grammar.ts";
import { admitSchema } from "../grammar/testing/admit-schema.ts";
import { randomSchema } from "../grammar/testing/random-schemas.ts";
import { schemas } from "../grammar/testing/schemas.ts";
import { userTurn, withTurns } from "../prompt/testing/conversations.ts";
import { responseFormat } from "./response-format.ts";

const BYTES = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`,
);

/** Compiles in a new instance, because a failure leaves an instance without memory. */
async function compile(more: Partial<Conversation>): Promise<void> {
  const { constraint } = replyGrammar({ ...withTurns(userTurn("Hi")), ...more }, (text) => text);
  if (constraint === undefined) throw new Error("the reply is unconstrained");
  const { TokenizerInfo, GrammarCompiler } = loadXgrammar();
  const info = await TokenizerInfo.createTokenizerInfo(BYTES, "byte_fallback", false, BYTES.length, [0]);
  const compiler = await GrammarCompiler.createGrammarCompiler(info, false);
  const format = responseFormat(constraint);
  if (format.type === "grammar") await compiler.compileGrammar(format.grammar ?? "");
  else await compiler.compileStructuralTag(Object(format.structural_tag));
}

const asFormat = (schema: JsonSchema) => ({
  response_format: { type: "json_schema" as const, schema: isObject(schema) ? schema : { anyOf: [schema] } },
});
const asString = (pattern: string) => asFormat({ type: "string", pattern });

/** `node` has no finite value, since it requires itself and a property without values. `item` does not require it. */
const nothingInside = {
  $defs: {
    node: {
      type: "object",
      properties: { item: { $ref: "#/$defs/item" }, none: false },
      required: ["item", "none"],
    },
    item: { type: "object", properties: { node: { $ref: "#/$defs/node" } } },
  },
  type: "object",
  properties: { first: { $ref: "#/$defs/node" }, second: { $ref: "#/$defs/item" } },
};

/** Strings of up to 24 characters, each with different bounds. */
const boundedStrings = {
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: 24 }, (_, min) =>
      Array.from({ length: 24 - min }, (__, more): [string, JsonSchema] => [
        `s${min}_${more}`,
        { type: "string", minLength: min, maxLength: min + more + 1 },
      ]),
    ).flat(),
  ),
};

describe("an admitted grammar", () => {
  it("unrolls a limited number of repetitions, which take long to compile", async () => {
    const { constraint } = replyGrammar(
      { ...withTurns(userTurn("Hi")), ...asFormat(boundedStrings) },
      (text) => text,
    );
    const counts = [...(constraint?.grammar ?? "").matchAll(/\{(\d+),(\d+)\}/g)];
    const states = counts.map(
      ([, min, max]) => (Number(max) * Number(max)) / 2 - (Number(min) * Number(min)) / 2,
    );
    expect(counts.length).toBeGreaterThan(5);
    expect(states.reduce((sum, count) => sum + count, 0)).toBeLessThan(3000);
    await compile(asFormat(boundedStrings));
  });

  it.each<[string, Partial<Conversation>]>([
    ["groups in groups", asString(`^${"(|a".repeat(60)}${")".repeat(60)}$`)],
    ["groups and repetitions in groups", asString(`^${"(|a?b".repeat(60)}${")".repeat(60)}$`)],
    ["counts in groups in groups", asString(`^${"(|a[a-z]{0,99}b".repeat(20)}${")".repeat(20)}$`)],
    ["references to what has no value", asFormat(nothingInside)],
    [
      "a long repetition",
      asFormat({ type: "string", minLength: 1_000_000, maxLength: 9_007_199_254_740_991 }),
    ],
    ["text of all kinds", asFormat({ enum: ["\u0000\u0001f\u0080f\u00ff0\u2028日😀\ud800", '"\\\n'] })],
    ["an empty class", asString("^(a|[])b$")],
    ["many alternatives", asFormat({ enum: Array.from({ length: 3000 }, (_, index) => `value ${index}`) })],
    [
      "128 tools",
      {
        tools: Array.from({ length: 128 }, (_, index) => ({
          name: `tool_${index}`,
          parameters: { type: "object", properties: { [`p${index}`]: { type: "string", maxLength: 3 } } },
        })),
      },
    ],
  ])("compiles: %s", async (_, more) => {
    await compile(more);
  });

  it("compiles: random schemas", async () => {
    const { GrammarCompiler, TokenizerInfo } = loadXgrammar();
    const info = await TokenizerInfo.createTokenizerInfo(BYTES, "byte_fallback", false, BYTES.length, [0]);
    const compiler = await GrammarCompiler.createGrammarCompiler(info, false);
    let compiled = 0;
    await assert(
      asyncProperty(randomSchema, async (schema) => {
        const { grammar } = admitSchema(schema);
        if (grammar === undefined) return;
        (await compiler.compileGrammar(printGrammar(grammar, new CompileBudget()))).dispose();
        compiled++;
      }),
      { numRuns: 300 },
    );
    expect(compiled).toBeGreaterThan(50);
  });

  it.each(Object.entries(schemas))("compiles: %s", async (_, schema) => {
    await compile(asFormat(schema));
  });
});

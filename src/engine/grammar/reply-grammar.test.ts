import { describe, expect, it } from "vitest";
import type { Conversation, Tool } from "../../openai/conversation.ts";
import { userTurn, withTurns } from "../prompt/testing/conversations.ts";
import { gbnfDialect } from "./gbnf/gbnf-dialect.ts";
import { replyGrammar } from "./reply-grammar.ts";
import { createMatcher } from "./testing/match.ts";
import { parseGbnf } from "./testing/parse-gbnf.ts";

const go: Tool = { name: "go", parameters: { properties: { n: { enum: [1, 2] } }, required: ["n"] } };
const stay: Tool = { name: "stay", parameters: { type: "object", properties: {} } };

function grammarOf(more: Partial<Conversation>) {
  return replyGrammar({ ...withTurns(userTurn("Hi")), tools: [go, stay], ...more }, (text) => text);
}

describe("replyGrammar", () => {
  it("allows text until a call opens, with tool_choice auto", () => {
    const { calls, constraint } = grammarOf({});
    expect(calls).toBe("anywhere");
    expect(constraint).toMatchObject({ kind: "triggered", open: "<tool_call>", close: "</tool_call>" });
    expect(constraint?.grammar).toMatch(/\\"name\\": \\"go\\"[^]*\\"name\\": \\"stay\\"/);
  });

  it("makes the text before a call a part of the grammar, in a dialect without triggers", () => {
    const conversation = { ...withTurns(userTurn("Hi")), tools: [go, stay] };
    const { calls, constraint } = replyGrammar(conversation, (text) => text, gbnfDialect);
    expect(calls).toBe("anywhere");
    expect(constraint?.kind).toBe("whole");
    const matches = createMatcher({ kind: "rule", name: "root" }, parseGbnf(constraint?.grammar ?? ""));
    const call = '<tool_call>\n{"name": "go", "arguments": {"n":2}}\n</tool_call>';
    expect(["", "I go.", call, `I go: ${call}`, `${call}\n${call}`].map(matches)).toEqual(
      Array(5).fill(true),
    );
    const invalid = [
      "<tool_call>",
      `${call}.`,
      `${call} ${call}`,
      call.replace("2", "3"),
      `a${call.slice(0, -1)}`,
    ];
    expect(invalid.map(matches)).toEqual(invalid.map(() => false));
  });

  it("restricts the whole reply to calls, with tool_choice required", () => {
    const { calls, constraint } = grammarOf({ tool_choice: { type: "required" } });
    expect(calls).toBe("at-start");
    expect(constraint?.kind).toBe("whole");
    expect(constraint?.grammar).toMatch(/^root ::= "<tool_call>"/);
  });

  it("restricts calls to the tool that tool_choice names", () => {
    const { constraint } = grammarOf({ tool_choice: { type: "function", name: "stay" } });
    expect(constraint?.grammar).toContain("stay");
    expect(constraint?.grammar).not.toContain("go");
  });

  it("allows several calls only with parallel_tool_calls", () => {
    const required = { tool_choice: { type: "required" } } as const;
    const opens = (parallel_tool_calls: boolean) =>
      grammarOf({ ...required, parallel_tool_calls }).constraint?.grammar.match(/<tool_call>/g)?.length;
    expect(opens(false)).toBe(1);
    expect(opens(true)).toBe(2);
  });

  it("allows exactly one call of the tool that tool_choice names", () => {
    const { constraint } = grammarOf({ tool_choice: { type: "function", name: "stay" } });
    expect(constraint?.grammar.match(/<tool_call>/g)).toHaveLength(1);
  });

  it("leaves a reply without tools and format unrestricted", () => {
    expect(grammarOf({ tools: [] })).toEqual({ calls: "never" });
    expect(grammarOf({ tool_choice: { type: "none" } })).toEqual({ calls: "never" });
  });

  it("restricts the reply to the format, or to calls or the format", () => {
    const response_format = { type: "json_object" } as const;
    expect(grammarOf({ tools: [], response_format })).toMatchObject({
      calls: "never",
      constraint: { kind: "whole" },
    });
    expect(grammarOf({ response_format })).toMatchObject({
      calls: "at-start",
      constraint: { kind: "whole" },
    });
  });

  it("ignores the format of a reply that must be a call", () => {
    const schema = { const: "the format" };
    for (const tool_choice of [{ type: "required" }, { type: "function", name: "stay" }] as const) {
      const { calls, constraint } = grammarOf({
        tool_choice,
        response_format: { type: "json_schema", schema },
      });
      expect(calls).toBe("at-start");
      expect(constraint?.grammar).toContain("stay");
      expect(constraint?.grammar).not.toContain("the format");
    }
  });

  it.each<[string, Partial<Conversation>, string, RegExp]>([
    [
      "the tool and the keyword",
      { tools: [stay, { name: "bad", parameters: { properties: { a: { not: {} } } } }] },
      "tools[1].function.parameters",
      /^The keyword 'not' of the tool 'bad' cannot be enforced: .+\.$/,
    ],
    [
      "the format and the keyword",
      { response_format: { type: "json_schema", name: "r", schema: { multipleOf: 2 } } },
      "response_format.json_schema.schema",
      /^The keyword 'multipleOf' of the format 'r' /,
    ],
    [
      "the keyword of a format without a name",
      { response_format: { type: "json_schema", schema: { multipleOf: 2 } } },
      "response_format.schema",
      /^The keyword 'multipleOf' of the format cannot be enforced: .+\.$/,
    ],
    [
      "a tool whose schema permits no value",
      { tools: [{ name: "none", parameters: { type: "string" } }] },
      "tools[0].function.parameters",
      /permits no value/,
    ],
    [
      "the tools, of which one requires an infinite value",
      {
        tools: [
          { name: "f", parameters: { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] } },
        ],
      },
      "tools",
      /infinite value/,
    ],
  ])("names in its refusal: %s", (_, more, param, message) => {
    expect(() => grammarOf(more)).toThrow(
      expect.objectContaining({ code: "invalid", param, message: expect.stringMatching(message) }),
    );
  });
});

/** The tokens that a constraint allows, according to web-llm's own grammar engine, with a vocabulary like Qwen's. */
import { describe, expect, it } from "vitest";
import type { Conversation } from "../../openai/conversation.ts";
import { replyGrammar } from "../grammar/reply-grammar.ts";
import { userTurn, withTurns } from "../prompt/testing/conversations.ts";
import { markTokenizer } from "../tokenizer/marked-tokenizer.ts";
import { responseFormat } from "./response-format.ts";
import { byteTokenizer, IM_END, IM_START } from "../tokenizer/testing/byte-tokenizer.ts";
import { type GrammarMatcher, loadXgrammar, tokenTable } from "../../../tests/xgrammar/xgrammar.ts";

const ADDED = ["<think>", "</think>", "<tool_call>", "</tool_call>"];
const [THINK, END_THINK, OPEN, CLOSE] = [259, 260, 261, 262] as const;
const marked = markTokenizer(byteTokenizer(undefined, [], ADDED), "m0123456789abcdefx");
const letter = "a".charCodeAt(0);

const xgrammar = loadXgrammar();
const parameters = { type: "object", properties: { s: { type: "string" } }, required: ["s"] };
const tools = [{ name: "f", parameters }];

async function matcherFor(more: Partial<Conversation>): Promise<GrammarMatcher> {
  const { constraint } = replyGrammar({ ...withTurns(userTurn("Hi")), ...more }, marked.mark);
  if (constraint === undefined) throw new Error("the reply is unconstrained");
  const tokens = tokenTable(marked);
  const { TokenizerInfo, GrammarCompiler, GrammarMatcher } = xgrammar;
  const info = await TokenizerInfo.createTokenizerInfo(tokens, "byte_level", false, tokens.length, [IM_END]);
  const compiler = await GrammarCompiler.createGrammarCompiler(info, false);
  const format = responseFormat(constraint);
  const compiled =
    format.type === "grammar"
      ? await compiler.compileGrammar(format.grammar ?? "")
      : await compiler.compileStructuralTag(Object(format.structural_tag));
  return GrammarMatcher.createGrammarMatcher(compiled);
}

async function allows(matcher: GrammarMatcher, ids: readonly number[]): Promise<boolean[]> {
  const mask = await matcher.getNextTokenBitmask();
  return ids.map((id) => (((mask[id >> 5] ?? 0) >> (id & 31)) & 1) === 1);
}

function write(matcher: GrammarMatcher, ...pieces: readonly (string | number)[]): void {
  for (const piece of pieces) {
    const ids = typeof piece === "number" ? [piece] : [...new TextEncoder().encode(piece)];
    for (const id of ids) expect(matcher.acceptToken(id), `token ${id} of ${piece}`).toBe(true);
  }
}

const NO_TEXT = [IM_START, THINK, END_THINK, OPEN, CLOSE];

describe("added tokens in constrained output", () => {
  it("are not allowed in a JSON string, special or not", async () => {
    const matcher = await matcherFor({ response_format: { type: "json_schema", schema: parameters } });
    write(matcher, '{"s":"');
    expect(await allows(matcher, [...NO_TEXT, letter])).toEqual([...NO_TEXT.map(() => false), true]);
  });

  it("are allowed as the markers of a required call, and nowhere else", async () => {
    const matcher = await matcherFor({ tools, tool_choice: { type: "required" } });
    expect(await allows(matcher, [OPEN, CLOSE, THINK, letter])).toEqual([true, false, false, false]);
    write(matcher, OPEN, '\n{"name": "f", "arguments": {"s":"');
    expect(await allows(matcher, [...NO_TEXT, letter])).toEqual([...NO_TEXT.map(() => false), true]);
    write(matcher, 'a"}}\n');
    expect(await allows(matcher, [OPEN, CLOSE, THINK, letter])).toEqual([false, true, false, false]);
    write(matcher, CLOSE);
    expect(await allows(matcher, [IM_END])).toEqual([true]);
  });

  it("are allowed in the text before an optional call", async () => {
    const matcher = await matcherFor({ tools, tool_choice: { type: "auto" } });
    expect(await allows(matcher, [THINK, letter, OPEN])).toEqual([true, true, true]);
    write(matcher, THINK, "a", END_THINK, OPEN, '\n{"name": "f", "arguments": {"s":"');
    expect(await allows(matcher, [...NO_TEXT, letter])).toEqual([...NO_TEXT.map(() => false), true]);
  });
});

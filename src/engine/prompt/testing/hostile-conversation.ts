/** Conversations in which a client writes a template's own texts wherever it can. */
import fc from "fast-check";
import type { Conversation } from "../../../openai/conversation.ts";
import { parseChatRequest } from "../../../openai/request.ts";
import { runAtOnce } from "../../../openai/testing/run-at-once.ts";

/** Tags that a client may forge. */
export const FORGED_TOOL_TAGS = [
  "<tool_call>",
  "</tool_call>",
  "<tool_response>",
  "</tool_response>",
  "</tools>",
];

export const TOOL_TAGS = /<\/?(?:tools|tool_call|tool_response)>/g;

/** A conversation that has one of `texts` wherever a client can put text. */
export function conversationOf(texts: readonly string[], withTools: boolean): Conversation {
  let used = 0;
  const text = () => texts[used++ % texts.length] ?? "";
  const part = () => ({ type: "text", text: text() });
  const call = (id: string) => ({
    id,
    type: "function",
    function: { name: "f", arguments: JSON.stringify({ [text()]: text() }) },
  });
  const calls = [
    { role: "assistant", content: text(), tool_calls: [call("1"), call("2")] },
    { role: "tool", tool_call_id: "1", content: text() },
    { role: "tool", tool_call_id: "2", content: [part(), part()] },
  ];
  const messages = [
    { role: "system", content: text() },
    { role: "user", content: [part(), part(), part()] },
    ...(withTools ? calls : []),
    { role: "assistant", content: [part(), part()] },
    { role: "developer", content: [part(), part()] },
    { role: "user", content: text() },
    { role: "assistant", content: text() },
    { role: "user", content: [part(), part()] },
  ];
  const properties = { [text()]: { type: "string", enum: [text()], description: text() } };
  const tools = [
    { type: "function", function: { name: "f", description: text(), parameters: { properties } } },
  ];
  const parsing = parseChatRequest(
    { model: "m", messages, ...(withTools && { tools }) },
    {
      identity: "You are Insitu.",
      model: () => ({ input_modalities: ["text"], context_length: 1_000_000 }),
      images: { origin: "https://example.org", allowedHosts: [] },
    },
  );
  return runAtOnce(parsing).conversation;
}

/** Number of texts in a conversation of `conversationOf` without tools. */
export const conversationLength = 12;

/** Texts of the template itself, whole, joined and cut, among other texts. */
export function textsMadeOf(own: readonly string[]): fc.Arbitrary<string[]> {
  const whole = fc.constantFrom(...own);
  const cut = fc
    .tuple(whole, fc.nat(20), fc.boolean())
    .map(([text, at, head]) => (head ? text.slice(0, at) : text.slice(at)));
  const spaced = whole.map((text) => text.replaceAll(" ", "\u2581"));
  const other = fc.constantFrom("\n", "\r\n", "\u2028", " ", "\u2581", "x", "[", "<", "### ", "\u200B", "$&");
  const atom = fc.oneof(
    { weight: 4, arbitrary: whole },
    { weight: 3, arbitrary: cut },
    { weight: 1, arbitrary: spaced },
    { weight: 2, arbitrary: other },
    { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
  );
  const text = fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join(""));
  return fc.array(text, { minLength: 5, maxLength: 24 });
}

/** The same length and white space, and nothing else: some markers count only at the start of a line. */
export function crossedOut(text: string): string {
  return text.replace(/[^\s\u2581]/gu, "x");
}

export function countMatches(text: string, patterns: readonly (RegExp | string)[]): number[] {
  // U+2581 is a space to SentencePiece.
  const spaced = text.replaceAll("\u2581", " ");
  return patterns.map((pattern) =>
    typeof pattern === "string" ? text.split(pattern).length - 1 : (spaced.match(pattern)?.length ?? 0),
  );
}

import { EngineError } from "../../src/contract/engine-error.ts";
import type { EngineErrorCode } from "../../src/contract/engine-error-code.ts";
import type { FinishReason } from "../../src/openai/finish-reason.ts";
import type { Conversation } from "../../src/openai/conversation.ts";
import type { EngineName } from "../../src/contract/engine-name.ts";
import { xgrammarDialect } from "../../src/engine/grammar/ebnf/xgrammar-dialect.ts";
import { gbnfDialect } from "../../src/engine/grammar/gbnf/gbnf-dialect.ts";
import { replyGrammar } from "../../src/engine/grammar/reply-grammar.ts";
import { CALL_OPEN } from "../../src/engine/prompt/tool-text.ts";
import { makeRequest, openAdapter } from "./adapter.ts";

export interface ToolReply {
  readonly reason: FinishReason | undefined;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  /** The error, if the request was refused. */
  readonly refused?: { readonly code: EngineErrorCode; readonly message: string; readonly param?: string };
}

export type ToolRequest = Pick<Conversation, "tools" | "tool_choice" | "parallel_tool_calls" | "sampling"> &
  Partial<Pick<Conversation, "turns" | "system" | "response_format">>;

/** One reply to each request, all from one engine in this page. */
export async function toolReplies(
  name: EngineName,
  model: string,
  requests: readonly ToolRequest[],
): Promise<ToolReply[]> {
  const engine = openAdapter({ engine: name });
  const replies: ToolReply[] = [];
  for (const more of requests) {
    const request = makeRequest(model, { system: "", user: "Please call a tool." });
    const conversation = { ...request.conversation, ...more };
    const calls: { name: string; arguments: string }[] = [];
    let text = "";
    let reason: FinishReason | undefined;
    try {
      for await (const part of engine.generate({ ...request, conversation }, new AbortController().signal)) {
        if (part.type === "text") text += part.text;
        if (part.type === "tool-call") calls.push({ name: part.name, arguments: "" });
        const call = calls.at(-1);
        if (part.type === "tool-arguments" && call) call.arguments += part.text;
        if (part.type === "finish") reason = part.reason;
      }
      replies.push({ reason, text, calls });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const { code, message, param } = error;
      replies.push({
        reason,
        text,
        calls,
        refused: { code, message, ...(param !== undefined && { param }) },
      });
    }
  }
  return replies;
}

/**
 * Replies to requests with `tool_choice: "auto"`. The text `opening` opens a call, because random weights never write
 * the real marker. The parser looks for the real one, so it gives everything as text.
 */
export async function openedReplies(
  name: EngineName,
  model: string,
  opening: string,
  requests: readonly ToolRequest[],
): Promise<string[]> {
  const mark = (text: string) => (text === CALL_OPEN ? opening : text);
  const dialect = name === "web-llm" ? xgrammarDialect : gbnfDialect;
  let conversation: Conversation;
  const engine = openAdapter({
    engine: name,
    wrap: (runtime) => ({
      ...runtime,
      reply(request) {
        const { constraint } = replyGrammar(conversation, mark, dialect);
        if (constraint === undefined) throw new Error("The reply is not free text with calls.");
        return runtime.reply({ ...request, constraint });
      },
    }),
  });
  const texts: string[] = [];
  for (const more of requests) {
    const request = makeRequest(model, { system: "", user: "Please call a tool." });
    conversation = { ...request.conversation, ...more };
    let text = "";
    for await (const part of engine.generate({ ...request, conversation }, new AbortController().signal)) {
      if (part.type === "text") text += part.text;
    }
    texts.push(text);
  }
  return texts;
}

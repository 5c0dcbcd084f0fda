import { EngineError } from "../../src/contract/engine-error.ts";
import type { EngineErrorCode } from "../../src/contract/engine-error-code.ts";
import type { FinishReason } from "../../src/openai/finish-reason.ts";
import type { Conversation } from "../../src/openai/conversation.ts";
import { loadWebLlmRuntime } from "../../src/engine/web-llm/web-llm-runtime.ts";
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
export async function toolReplies(model: string, requests: readonly ToolRequest[]): Promise<ToolReply[]> {
  const engine = openAdapter();
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
 * Replies to requests with `tool_choice: "auto"`. The text `trigger` opens a call, because random weights never write
 * the real marker. The parser looks for the real one, so it gives everything as text.
 */
export async function triggeredReplies(
  model: string,
  trigger: string,
  requests: readonly ToolRequest[],
): Promise<string[]> {
  const engine = openAdapter(async (request) => {
    const runtime = await loadWebLlmRuntime(request);
    return {
      ...runtime,
      reply({ constraint, ...rest }) {
        if (constraint?.kind !== "triggered") throw new Error("The reply is not free text with calls.");
        return runtime.reply({ ...rest, constraint: { ...constraint, open: trigger } });
      },
    };
  });
  const texts: string[] = [];
  for (const more of requests) {
    const request = makeRequest(model, { system: "", user: "Please call a tool." });
    const conversation = { ...request.conversation, ...more };
    let text = "";
    for await (const part of engine.generate({ ...request, conversation }, new AbortController().signal)) {
      if (part.type === "text") text += part.text;
    }
    texts.push(text);
  }
  return texts;
}

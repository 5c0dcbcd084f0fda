import type { ToolCall } from "../openai/conversation.ts";
import { completionUsage, type CompletedReply } from "../openai/completion.ts";
import { EngineError } from "../contract/engine-error.ts";
import type { ReplyPart } from "./generation.ts";

/**
 * Joins the parts of a reply, as a client of the stream would.
 * @throws {EngineError} `failed` if the parts end without `finish`, or do not fit together
 */
export async function collectReply(parts: AsyncIterable<ReplyPart>): Promise<CompletedReply> {
  let content = "";
  const calls = new Map<number, ToolCall>();
  for await (const part of parts) {
    switch (part.type) {
      case "waiting":
        break;
      case "text":
        content += part.text;
        break;
      case "tool-call":
        calls.set(part.index, {
          id: part.id,
          type: "function",
          function: { name: part.name, arguments: "" },
        });
        break;
      case "tool-arguments": {
        const call = calls.get(part.index);
        if (call === undefined)
          throw new EngineError("failed", "The engine sent arguments for an unknown tool call.");
        call.function.arguments += part.text;
        break;
      }
      case "finish": {
        const toolCalls = [...calls].toSorted(([a], [b]) => a - b).map(([, call]) => call);
        return { content, toolCalls, finishReason: part.reason, usage: completionUsage(part.usage) };
      }
    }
  }
  throw new EngineError("failed", "The engine ended the reply without finishing it.");
}

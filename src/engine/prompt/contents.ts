/** The contents that a template puts between its own texts. */
import type { Conversation, Tool, Turn } from "../../openai/conversation.ts";
import { client, control, type Segment } from "./segment.ts";
import { renderToolCall, renderTools, renderToolResult } from "./tool-text.ts";

/** The system messages, and the tools after them; empty if there are none. */
export function renderSystem(conversation: Conversation): readonly Segment[] {
  const { system } = conversation;
  const tools = offeredTools(conversation);
  if (system === "" && tools.length === 0) return [];
  return [client(system), ...(tools.length > 0 ? renderTools(tools) : [])];
}

/** The content of one turn. Images stay where the client put them. */
export function renderTurn(turn: Turn): readonly Segment[] {
  switch (turn.role) {
    case "user":
      return turn.content.map((part) =>
        part.type === "text" ? client(part.text) : { kind: "image", image: part },
      );
    case "tool":
      return renderToolResult(turn.content);
    case "assistant":
      return [
        client(turn.content),
        ...turn.tool_calls.flatMap((call, index) => [
          control(turn.content === "" && index === 0 ? "" : "\n"),
          ...renderToolCall(call),
        ]),
      ];
  }
}

/** True if the prompt has the tags of tools, tool calls or tool results. */
export function hasTools(conversation: Conversation): boolean {
  return offeredTools(conversation).length > 0 || conversation.turns.some(usesTools);
}

function offeredTools({ tools, tool_choice }: Conversation): readonly Tool[] {
  return tool_choice.type === "none" ? [] : tools;
}

function usesTools(turn: Turn): boolean {
  return turn.role === "tool" || (turn.role === "assistant" && turn.tool_calls.length > 0);
}

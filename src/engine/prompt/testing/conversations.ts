import type { Conversation, Turn } from "../../../openai/conversation.ts";
import { CHAT_ML } from "../chat-ml.ts";
import type { ConversationTemplate } from "../template.ts";

export const chatMl: ConversationTemplate = { ...CHAT_ML, stop_token_ids: [258] };

export function userTurn(text: string): Turn {
  return { role: "user", content: [{ type: "text", text }] };
}

/** A conversation of `turns` and no options. */
export function withTurns(...turns: Turn[]): Conversation {
  return {
    system: "",
    turns,
    tools: [],
    tool_choice: { type: "auto" },
    parallel_tool_calls: true,
    response_format: { type: "text" },
    sampling: {},
    stop: [],
  };
}

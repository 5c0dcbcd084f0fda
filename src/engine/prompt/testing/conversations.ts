import type { Conversation, Turn } from "../../../openai/conversation.ts";
import type { ConversationTemplate } from "../template.ts";

export const chatMl: ConversationTemplate = {
  system_template: "<|im_start|>system\n{system_message}<|im_end|>\n",
  system_prefix_token_ids: null,
  add_role_after_system_message: true,
  roles: { user: "<|im_start|>user", assistant: "<|im_start|>assistant", tool: "<|im_start|>tool" },
  role_templates: { user: "{user_message}", assistant: "{assistant_message}", tool: "{tool_message}" },
  seps: ["<|im_end|>\n"],
  role_content_sep: "\n",
  role_empty_sep: "\n",
  stop_str: ["<|im_end|>"],
  stop_token_ids: [258],
};

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

import type { ConversationTemplate } from "./template.ts";

/** ChatML, whose turns are `<|im_start|>role`, a line break, the content and `<|im_end|>`. */
export const CHAT_ML: ConversationTemplate = {
  system_template: "<|im_start|>system\n{system_message}<|im_end|>\n",
  system_prefix_token_ids: null,
  add_role_after_system_message: true,
  roles: { user: "<|im_start|>user", assistant: "<|im_start|>assistant", tool: "<|im_start|>tool" },
  role_templates: { user: "{user_message}", assistant: "{assistant_message}", tool: "{tool_message}" },
  seps: ["<|im_end|>\n"],
  role_content_sep: "\n",
  role_empty_sep: "\n",
  stop_str: ["<|im_end|>"],
  stop_token_ids: [],
};

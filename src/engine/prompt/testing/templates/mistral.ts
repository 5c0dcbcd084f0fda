/** Mistral and Ministral: `[INST] … [/INST]`. */
import { type PrebuiltTemplate, template } from "./prebuilt-template.ts";

const mistral = template({
  system_template: "[INST] {system_message}",
  roles: { user: "[INST]", assistant: "[/INST]", tool: "[INST]" },
  seps: [" "],
  role_content_sep: " ",
  role_empty_sep: "",
  stop_str: ["</s>"],
  add_role_after_system_message: false,
});

const ministral3 = template({
  system_template: "[SYSTEM_PROMPT]{system_message}[/SYSTEM_PROMPT]{function_string}",
  role_templates: {
    user: "[INST]{user_message}[/INST]",
    assistant: "{assistant_message}</s>",
    tool: "[TOOL_RESULTS]{tool_message}[/TOOL_RESULTS]",
  },
  roles: { user: "", assistant: "", tool: "" },
  seps: [""],
  role_content_sep: "",
  role_empty_sep: "",
  stop_str: ["</s>"],
});
const ministral3Tokens = ["[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[INST]", "[/INST]"].concat([
  "[TOOL_RESULTS]",
  "[/TOOL_RESULTS]",
  "</s>",
]);

export const MISTRAL_TEMPLATES: readonly PrebuiltTemplate[] = [
  {
    name: "mistral_default, with its markers as tokens",
    models: /^Mistral-7B-Instruct-v0.3/,
    template: mistral,
    tokens: ["<s>", "</s>", "[INST]", "[/INST]"],
  },
  {
    name: "mistral_default",
    models: /^Mistral-7B-Instruct-v0.2/,
    template: mistral,
    tokens: ["<s>", "</s>"],
    plain: /\[\/?INST\]/g,
  },
  {
    name: "ministral3",
    models: /^Ministral-3-3B-(?:Base|Instruct)/,
    template: ministral3,
    tokens: ministral3Tokens,
  },
  {
    name: "ministral3_reasoning",
    models: /^Ministral-3-3B-Reasoning/,
    template: ministral3,
    tokens: ministral3Tokens,
  },
];

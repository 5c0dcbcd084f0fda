/** Llama, and the DeepSeek models distilled into Llama and Qwen. */
import { type PrebuiltTemplate, template } from "./prebuilt-template.ts";

const llama3 = template({
  system_template: "<|start_header_id|>system<|end_header_id|>\n\n{system_message}<|eot_id|>",
  roles: {
    user: "<|start_header_id|>user",
    assistant: "<|start_header_id|>assistant",
    tool: "<|start_header_id|>ipython",
  },
  seps: ["<|eot_id|>"],
  role_content_sep: "<|end_header_id|>\n\n",
  role_empty_sep: "<|end_header_id|>\n\n",
});
const llama3Tokens = ["<|end_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"];

const deepSeekR1 = template({
  system_template: "<｜begin▁of▁sentence｜>{system_message}",
  roles: { user: "<｜User｜>", assistant: "<｜Assistant｜>" },
  seps: ["", "<｜end▁of▁sentence｜>"],
  role_content_sep: "",
  role_empty_sep: "",
});
const deepSeekTokens = ["<｜begin▁of▁sentence｜>", "<｜User｜>", "<｜Assistant｜>", "<｜end▁of▁sentence｜>"];

export const LLAMA_TEMPLATES: readonly PrebuiltTemplate[] = [
  {
    name: "llama-3_1",
    models: /^Llama-3\.[12]/,
    template: llama3,
    tokens: llama3Tokens,
  },
  {
    name: "llama-3",
    models: /^Llama-3-/,
    template: { ...llama3, stop_str: ["<|end_of_text|>", "<|eot_id|>"] },
    tokens: llama3Tokens,
  },
  {
    name: "llama-2",
    models: /^Llama-2/,
    template: template({
      system_template: "[INST] <<SYS>>\n{system_message}\n<</SYS>>\n\n",
      roles: { user: "<s>[INST]", assistant: "[/INST]", tool: "[INST]" },
      seps: [" ", " </s>"],
      role_content_sep: " ",
      role_empty_sep: " ",
      stop_str: ["[INST]"],
      add_role_after_system_message: false,
    }),
    tokens: ["<s>", "</s>"],
    plain: /\[\/?INST\]|<<\/?SYS>>/g,
  },
  {
    name: "deepseek_r1_qwen",
    models: /^DeepSeek-R1-Distill-Qwen/,
    template: deepSeekR1,
    tokens: deepSeekTokens,
  },
  {
    name: "deepseek_r1_llama",
    models: /^DeepSeek-R1-Distill-Llama/,
    template: deepSeekR1,
    tokens: deepSeekTokens,
  },
];

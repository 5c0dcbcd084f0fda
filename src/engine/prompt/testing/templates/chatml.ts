/** ChatML: `<|im_start|>role … <|im_end|>`. */
import { type PrebuiltTemplate, template } from "./prebuilt-template.ts";

const chatMl = template({
  system_template: "<|im_start|>system\n{system_message}<|im_end|>\n",
  roles: { user: "<|im_start|>user", assistant: "<|im_start|>assistant" },
  seps: ["<|im_end|>\n"],
  stop_str: ["<|im_end|>"],
});
const chatMlTokens = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"];
const chatMlWithTools = { ...chatMl, roles: { ...chatMl.roles, tool: "<|im_start|>tool" } };

export const CHATML_TEMPLATES: readonly PrebuiltTemplate[] = [
  {
    name: "chatml",
    models: /^SmolLM2|^TinyLlama-1.1B-Chat-v0.4/,
    template: chatMl,
    tokens: chatMlTokens,
  },
  { name: "qwen2", models: /^Qwen2/, template: chatMl, tokens: chatMlTokens },
  { name: "qwen3", models: /^Qwen3-/, template: chatMl, tokens: chatMlTokens },
  {
    name: "qwen3_5",
    models: /^Qwen3\.5/,
    template: { ...chatMl, roles: { ...chatMl.roles, assistant: "<|im_start|>assistant\n<think>" } },
    tokens: [...chatMlTokens, "<think>", "</think>"],
  },
  {
    name: "qwen3_5_nothink",
    models: /^Qwen3\.5/,
    template: {
      ...chatMl,
      roles: { ...chatMl.roles, assistant: "<|im_start|>assistant\n<think>\n\n</think>\n" },
    },
    tokens: [...chatMlTokens, "<think>", "</think>"],
  },
  {
    name: "open_hermes_mistral",
    models: /^OpenHermes|^Hermes-2-Pro-Mistral/,
    template: chatMl,
    tokens: chatMlTokens,
  },
  { name: "neural_hermes_mistral", models: /^NeuralHermes/, template: chatMl, tokens: chatMlTokens },
  {
    name: "hermes2_pro_llama3",
    models: /^Hermes-2-(?:Pro|Theta)-Llama-3/,
    template: chatMlWithTools,
    tokens: chatMlTokens,
  },
  { name: "hermes3_llama-3_1", models: /^Hermes-3/, template: chatMlWithTools, tokens: chatMlTokens },
];

/** Templates with one tag for each role, such as `<|user|>`: a control token in some models, plain text in others. */
import { type PrebuiltTemplate, template } from "./prebuilt-template.ts";

const phi3 = template({
  system_template: "<|system|>\n{system_message}",
  roles: { user: "<|user|>", assistant: "<|assistant|>" },
  seps: ["<|end|>\n"],
  stop_str: ["<|endoftext|>"],
});
const phi3Tokens = ["<|system|>", "<|user|>", "<|assistant|>", "<|end|>", "<|endoftext|>"];

/** Tags that are plain text in the models that took over the format of Zephyr. */
const ZEPHYR = /<\|(?:system|user|assistant)\|>/g;

export const ROLE_TAG_TEMPLATES: readonly PrebuiltTemplate[] = [
  { name: "phi-3", models: /^Phi-3(?:\.5)?-mini/, template: phi3, tokens: phi3Tokens },
  {
    name: "phi-3-vision",
    models: /^Phi-3\.5-vision/,
    template: { ...phi3, system_template: "{system_message}" },
    tokens: phi3Tokens,
  },
  {
    name: "phi-4",
    models: /^Phi-4/,
    template: { ...phi3, stop_str: ["<|endoftext|>", "<|end|>"] },
    tokens: phi3Tokens,
  },
  {
    name: "olmo2",
    models: /^OLMo-2/,
    template: template({
      system_template: "<|system|>\n{system_message}\n",
      roles: { user: "<|user|>", assistant: "<|assistant|>" },
      seps: ["<|endoftext|>\n"],
      stop_str: ["<|endoftext|>"],
    }),
    tokens: ["<|endoftext|>"],
    plain: ZEPHYR,
  },
  {
    name: "stablelm-2",
    models: /^stablelm-2/,
    template: template({
      roles: { user: "<|user|>", assistant: "<|assistant|>" },
      seps: ["<|endoftext|>", "<|endoftext|>"],
      stop_str: ["<|endoftext|>"],
    }),
    tokens: ["<|endoftext|>"],
    plain: ZEPHYR,
  },
  {
    name: "tinyllama_v1_0",
    models: /^TinyLlama-1.1B-Chat-v1.0/,
    template: template({
      system_template: "<|system|>\n{system_message}</s>",
      roles: { user: "<|user|>", assistant: "<|assistant|>" },
      seps: ["</s>"],
      stop_str: ["</s>"],
    }),
    tokens: ["<s>", "</s>"],
    plain: ZEPHYR,
  },
  {
    name: "redpajama_chat",
    models: /^RedPajama/,
    template: template({
      roles: { user: "<human>", assistant: "<bot>" },
      role_content_sep: ": ",
      role_empty_sep: ":",
      stop_str: ["<human>"],
    }),
    tokens: ["<|endoftext|>"],
    plain: /<(?:human|bot)>/g,
  },
];

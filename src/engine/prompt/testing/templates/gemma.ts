/** Gemma: `<start_of_turn>role … <end_of_turn>`. */
import { type PrebuiltTemplate, template } from "./prebuilt-template.ts";

const gemma = template({
  roles: { user: "<start_of_turn>user", assistant: "<start_of_turn>model" },
  seps: ["<end_of_turn>\n"],
  stop_str: ["<end_of_turn>"],
});
const gemmaTokens = ["<start_of_turn>", "<end_of_turn>"];

export const GEMMA_TEMPLATES: readonly PrebuiltTemplate[] = [
  { name: "gemma_instruction", models: /^gemma-2/, template: gemma, tokens: gemmaTokens },
  { name: "gemma3_instruction", models: /^gemma3/, template: gemma, tokens: gemmaTokens },
  {
    name: "gemma4_instruction",
    models: /^gemma-4/,
    template: template({
      system_template: "<|turn>system\n{system_message}<turn|>\n",
      roles: { user: "<|turn>user", assistant: "<|turn>model" },
      seps: ["<turn|>\n"],
      stop_str: ["<turn|>"],
    }),
    tokens: ["<|turn>", "<turn|>"],
  },
];

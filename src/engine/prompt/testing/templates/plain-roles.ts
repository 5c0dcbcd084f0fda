/** Templates whose roles are plain words, such as `Instruct:`. */
import { type PrebuiltTemplate, template } from "./prebuilt-template.ts";

export const PLAIN_ROLE_TEMPLATES: readonly PrebuiltTemplate[] = [
  {
    name: "phi-2",
    models: /^phi-(?:2|1_5)/,
    template: template({
      roles: { user: "Instruct", assistant: "Output" },
      role_content_sep: ": ",
      role_empty_sep: ":",
      stop_str: ["<|endoftext|>"],
    }),
    tokens: ["<|endoftext|>"],
    plain: /^(?:Instruct|Output):/gm,
  },
  {
    name: "wizard_coder_or_math",
    models: /^WizardMath/,
    template: template({
      roles: { user: "Instruction", assistant: "Response" },
      seps: ["\n\n### ", "\n\n### "],
      role_content_sep: ":\n",
      role_empty_sep: ":\n",
      stop_str: ["</s>"],
    }),
    tokens: ["<s>", "</s>"],
    plain: /(?:^|###\s*)(?:Instruction|Response):/gm,
  },
];

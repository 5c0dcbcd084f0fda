/**
 * The chat templates of web-llm's prebuilt list, for tests. Source: `python/mlc_llm/conversation_template/` of
 * https://github.com/mlc-ai/mlc-llm at 79d603f, under the names that it registers; `gemma4_instruction` is not
 * there and follows Gemma 4's own format, https://ai.google.dev/gemma/docs. Default system texts are left out.
 */
import type { ConversationTemplate } from "../template.ts";

export interface PrebuiltTemplate {
  readonly name: string;
  /** The records of the list that have it, by their ids. */
  readonly models: RegExp;
  readonly template: ConversationTemplate;
  /** The control tokens of it that the models' tokenizers have. */
  readonly tokens: readonly string[];
  /** Its plain text that a model may read as the start or the end of a turn or of the system text. */
  readonly plain?: RegExp;
}

type Fields = Partial<ConversationTemplate> & Pick<ConversationTemplate, "roles">;

function template(fields: Fields): ConversationTemplate {
  return {
    system_template: "{system_message}",
    seps: ["\n"],
    role_content_sep: "\n",
    role_empty_sep: "\n",
    stop_str: [],
    stop_token_ids: [],
    ...fields,
  };
}

const chatMl = template({
  system_template: "<|im_start|>system\n{system_message}<|im_end|>\n",
  roles: { user: "<|im_start|>user", assistant: "<|im_start|>assistant" },
  seps: ["<|im_end|>\n"],
  stop_str: ["<|im_end|>"],
});
const chatMlTokens = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"];
const chatMlWithTools = { ...chatMl, roles: { ...chatMl.roles, tool: "<|im_start|>tool" } };

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

const phi3 = template({
  system_template: "<|system|>\n{system_message}",
  roles: { user: "<|user|>", assistant: "<|assistant|>" },
  seps: ["<|end|>\n"],
  stop_str: ["<|endoftext|>"],
});
const phi3Tokens = ["<|system|>", "<|user|>", "<|assistant|>", "<|end|>", "<|endoftext|>"];

const mistral = template({
  system_template: "[INST] {system_message}",
  roles: { user: "[INST]", assistant: "[/INST]", tool: "[INST]" },
  seps: [" "],
  role_content_sep: " ",
  role_empty_sep: "",
  stop_str: ["</s>"],
  add_role_after_system_message: false,
});

const gemma = template({
  roles: { user: "<start_of_turn>user", assistant: "<start_of_turn>model" },
  seps: ["<end_of_turn>\n"],
  stop_str: ["<end_of_turn>"],
});
const gemmaTokens = ["<start_of_turn>", "<end_of_turn>"];

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

const ZEPHYR = /<\|(?:system|user|assistant)\|>/g;

export const PREBUILT_TEMPLATES: readonly PrebuiltTemplate[] = [
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

import type { ModelConfig } from "./library.ts";
import type { Vocabulary } from "./vocabulary.ts";

const TURN_START = "<|im_start|>";
const TURN_END = "<|im_end|>";

/**
 * `mlc-chat-config.json`, which web-llm reads first: sizes, sampling defaults, and the chat template, which
 * is ChatML. The sampling defaults are those that SmolLM2's authors recommend.
 *
 * @throws if the vocabulary is not made for ChatML
 */
export function chatConfig(config: ModelConfig, { tokens, beginId, endId }: Vocabulary): object {
  if (tokens[beginId] !== TURN_START || tokens[endId] !== TURN_END)
    throw new Error(`begins turns with ${tokens[beginId]} and ends them with ${tokens[endId]}: not ChatML`);
  return {
    version: "0.1.0",
    model_type: "llama",
    quantization: "q4f32_gguf",
    model_config: {},
    vocab_size: config.vocab,
    context_window_size: config.ctx,
    sliding_window_size: -1,
    prefill_chunk_size: config.chunk,
    attention_sink_size: -1,
    tensor_parallel_shards: 1,
    temperature: 0.2,
    top_p: 0.9,
    presence_penalty: 0,
    frequency_penalty: 0,
    repetition_penalty: 1,
    tokenizer_files: ["tokenizer.json"],
    tokenizer_info: {
      token_postproc_method: "byte_level",
      prepend_space_in_encode: false,
      strip_space_in_decode: false,
    },
    conv_template: {
      name: "chatml",
      system_template: `${TURN_START}system\n{system_message}${TURN_END}\n`,
      system_message: "You are a helpful AI assistant named SmolLM, trained by Hugging Face",
      system_prefix_token_ids: null,
      add_role_after_system_message: true,
      roles: { user: `${TURN_START}user`, assistant: `${TURN_START}assistant`, tool: `${TURN_START}tool` },
      role_templates: { user: "{user_message}", assistant: "{assistant_message}", tool: "{tool_message}" },
      messages: [],
      seps: [`${TURN_END}\n`],
      role_content_sep: "\n",
      role_empty_sep: "\n",
      stop_str: [TURN_END],
      stop_token_ids: [endId],
      function_string: "",
      use_function_calling: false,
    },
    pad_token_id: endId,
    bos_token_id: beginId,
    eos_token_id: endId,
  };
}

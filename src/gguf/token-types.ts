/** GGUF's kinds of tokens, in `tokenizer.ggml.token_type`. Source: `llama_token_type` in `llama.h` of llama.cpp. */
export const TOKEN_TYPE = {
  normal: 1,
  /** Stands for text without a token. */
  unknown: 2,
  /** Stands for no text, such as `<|im_end|>`. */
  control: 3,
  /** Is found in a text before the tokenizer looks at the rest. */
  userDefined: 4,
  unused: 5,
  byte: 6,
} as const;

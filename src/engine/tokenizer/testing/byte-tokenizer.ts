/** GPT-2's alphabet: a printable character for every byte. */
export function byteAlphabet(): string[] {
  let spare = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte > 32 && byte < 127) || (byte > 160 && byte < 173) || byte > 173;
    return String.fromCharCode(printable ? byte : spare++);
  });
}

export const IM_START = 257;
export const IM_END = 258;

const CHAT_ML = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"];

function inByteAlphabet(text: string): string[] {
  const alphabet = byteAlphabet();
  return Array.from(new TextEncoder().encode(text), (byte) => alphabet[byte] ?? "");
}

/**
 * A tokenizer with a token for every byte, then for each of `special`, then for each of `words`, whose bytes are merged
 * from left to right.
 *
 * @param special the control tokens, ChatML's by default
 * @param plain added tokens after all others that are not `special`, as `<think>` and `<tool_call>` are for Qwen
 */
export function byteTokenizer(
  special: readonly string[] = CHAT_ML,
  words: readonly string[] = [],
  plain: readonly string[] = [],
): object {
  const merges = words.flatMap((word) => {
    const letters = inByteAlphabet(word);
    return letters.slice(1).map((letter, index) => [letters.slice(0, index + 1).join(""), letter] as const);
  });
  const merged = merges.map((pair) => pair.join(""));
  const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [...special, ...plain].map((content, index) => ({
      id: 256 + index + (index < special.length ? 0 : merged.length),
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: index < special.length,
    })),
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: null,
    decoder: byteLevel,
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries([...byteAlphabet(), ...special, ...merged].map((token, id) => [token, id])),
      merges: merges.map((pair) => pair.join(" ")),
    },
  };
}

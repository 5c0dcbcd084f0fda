const UNKNOWN = "<unk>";

/**
 * A tokenizer like Llama 2's: text pieces, "▁" for a space, and byte fallback, a token for every byte, for characters
 * without a piece. U+FFFD has a piece, as in Llama 2's vocabulary.
 */
export function byteFallbackTokenizer(pieces: readonly string[]): object {
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`,
  );
  const tokens = [UNKNOWN, ...bytes, "▁", "\uFFFD", ...pieces];
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [
      {
        id: 0,
        content: UNKNOWN,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      },
    ],
    normalizer: { type: "Replace", pattern: { String: " " }, content: "▁" },
    pre_tokenizer: null,
    post_processor: null,
    decoder: {
      type: "Sequence",
      decoders: [
        { type: "Replace", pattern: { String: "▁" }, content: " " },
        { type: "ByteFallback" },
        { type: "Fuse" },
      ],
    },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: UNKNOWN,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: true,
      byte_fallback: true,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges: [],
    },
  };
}

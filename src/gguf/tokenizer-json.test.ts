import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, it } from "vitest";
import { byteAlphabet } from "../engine/tokenizer/testing/byte-tokenizer.ts";
import type { Metadata } from "./header.ts";
import type { MetadataValue } from "./metadata-value.ts";
import { sentencePieceRanks } from "./sentence-piece-ranks.ts";
import { beginTokenId, tokenizerJson } from "./tokenizer-json.ts";

const metadata = (fields: Record<string, MetadataValue>): Metadata =>
  new Map(Object.entries(fields).map(([key, value]) => [`tokenizer.ggml.${key}`, value]));

const byteLevel = (fields: Record<string, MetadataValue> = {}) =>
  metadata({
    model: "gpt2",
    pre: "gpt-2",
    tokens: [...byteAlphabet(), "<|im_end|>", "<think>", "ab", "abc"],
    token_type: [...Array.from({ length: 256 }, () => 1), 3, 4, 1, 1],
    merges: ["a b"],
    ...fields,
  });

const encode = (json: object, text: string) =>
  new Tokenizer(json, {}).encode(text, { add_special_tokens: false }).ids;

describe("tokenizerJson of byte-level BPE", () => {
  it("merges, and finds control and user-defined tokens first", () => {
    expect(encode(tokenizerJson(byteLevel()), "ab<|im_end|><think>c")).toEqual([258, 256, 257, 99]);
  });

  it("tells control tokens from tokens that stand for text", () => {
    expect(tokenizerJson(byteLevel())).toMatchObject({
      added_tokens: [
        { id: 256, content: "<|im_end|>", special: true },
        { id: 257, content: "<think>", special: false },
      ],
    });
  });

  // llama.cpp's own splits of these kinds were compared, on texts in ten scripts (xllamacpp, November 2026).
  it.each([
    ["gpt-2", ["I", "'", "LL", " pay", " 1234", "\n\n ", " camelCase"]],
    ["smollm", ["I", "'", "LL", " pay", " ", "1", "2", "3", "4", "\n\n ", " camelCase"]],
    ["llama-bpe", ["I", "'LL", " pay", " ", "123", "4", "\n\n", " ", " camelCase"]],
    ["qwen2", ["I", "'LL", " pay", " ", "1", "2", "3", "4", "\n\n", " ", " camelCase"]],
    ["qwen35", ["I", "'LL", " pay", " ", "1", "2", "3", "4", "\n\n", " ", " camelCase"]],
    ["deepseek-v3", ["I", "'LL", " pay", " ", "123", "4", "\n\n", " ", " camelCase"]],
    ["gpt-4o", ["I'LL", " pay", " ", "123", "4", "\n\n", " ", " camel", "Case"]],
    ["tekken", ["I", "'LL", " pay", " ", "1", "2", "3", "4", "\n\n", " ", " camel", "Case"]],
  ])("splits words as %s does", (pre, words) => {
    const { pre_tokenizer: preTokenizer } = new Tokenizer(tokenizerJson(byteLevel({ pre })), {});
    const spelled = words.map((word) => word.replaceAll(" ", "Ġ").replaceAll("\n", "Ċ"));
    expect(preTokenizer?.pre_tokenize(["I'LL pay 1234\n\n  camelCase"])).toEqual(spelled);
  });

  it("takes a whole word for its token where the kind says so, whatever the merges", () => {
    expect(encode(tokenizerJson(byteLevel({ pre: "llama-bpe" })), "abc")).toEqual([259]);
    expect(encode(tokenizerJson(byteLevel({ pre: "qwen2" })), "abc")).toEqual([258, 99]);
  });

  it("composes characters where the model's own tokenizer does", () => {
    const bytes = [...Buffer.from("é")];
    expect(encode(tokenizerJson(byteLevel({ pre: "qwen2" })), "e\u0301")).toEqual(bytes);
    expect(encode(tokenizerJson(byteLevel({ pre: "llama-bpe" })), "e\u0301")).toHaveLength(3);
  });

  it("names a kind that it does not know", () => {
    expect(() => tokenizerJson(byteLevel({ pre: "superbpe" }))).toThrow(
      "The file has the pre-tokenizer superbpe, which is not supported.",
    );
    expect(() => tokenizerJson(byteLevel({ model: "rwkv" }))).toThrow(
      "The file has a tokenizer of the kind rwkv; gpt2 and llama are supported.",
    );
  });
});

const PIECES = ["▁", "a", "b", "c", "ab", "bc", "▁a", "▁ab", "abc", "aa", "▁▁", "😀", "a😀", "cb"];
const SCORES = [-1, -2, -3, -4, -20, -7, -9, -8, -10, -12, -13, -14, -15, -6];
const BYTE_TOKENS = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`,
);

const sentencePiece = (fields: Record<string, MetadataValue> = {}) =>
  metadata({
    model: "llama",
    tokens: ["<unk>", "<s>", "</s>", ...BYTE_TOKENS, ...PIECES, "\n\n"],
    scores: [0, 0, 0, ...BYTE_TOKENS.map(() => -1000), ...SCORES, -1000],
    token_type: [2, 3, 3, ...BYTE_TOKENS.map(() => 6), ...PIECES.map(() => 1), 4],
    unknown_token_id: 0,
    ...fields,
  });

const FIRST_PIECE = 3 + BYTE_TOKENS.length;

describe("tokenizerJson of SentencePiece", () => {
  it("finds control tokens and user-defined white space first", () => {
    const ids = [1, FIRST_PIECE + 1, FIRST_PIECE + PIECES.length, 2];
    expect(encode(tokenizerJson(sentencePiece()), "<s>a\n\n</s>")).toEqual(ids);
  });

  it("needs a score for every token", () => {
    expect(() => tokenizerJson(sentencePiece({ scores: [1] }))).toThrow(
      "The file has a vocabulary without scores.",
    );
  });
});

describe("sentencePieceRanks", () => {
  it("has the tokens that texts are joined to, those of high scores first", () => {
    const fields = {
      tokens: ["<unk>", "<0x00>", "▁", "▁▁", "a", "<b>"],
      scores: [0, 0, -1, -3, -2, 0],
      // White space that the file names is spelled as spaces are, so it is joined like any text.
      token_type: [2, 6, 1, 4, 1, 4],
    };
    expect([...(sentencePieceRanks(sentencePiece(fields)) ?? [])]).toEqual([
      ["▁", 1],
      ["▁▁", 3],
      ["a", 2],
    ]);
    expect(sentencePieceRanks(byteLevel())).toBeUndefined();
  });
});

describe("beginTokenId", () => {
  it("is the token that the file, or else the kind of vocabulary, puts before a prompt", () => {
    expect(beginTokenId(sentencePiece())).toBe(1);
    expect(beginTokenId(sentencePiece({ bos_token_id: 2 }))).toBe(2);
    expect(beginTokenId(sentencePiece({ add_bos_token: false }))).toBeUndefined();
    expect(beginTokenId(byteLevel({ bos_token_id: 2 }))).toBeUndefined();
    expect(beginTokenId(byteLevel({ bos_token_id: 2, pre: "llama-bpe" }))).toBe(2);
    expect(beginTokenId(byteLevel({ bos_token_id: 2, add_bos_token: true }))).toBe(2);
  });
});

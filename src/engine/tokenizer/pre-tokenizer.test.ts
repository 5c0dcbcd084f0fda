import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, it } from "vitest";
import { canSplitInSlices, CHARACTERS_PER_SLICE, isByteLevel, nextWords } from "./pre-tokenizer.ts";
import { byteTokenizer } from "./testing/byte-tokenizer.ts";

const byteLevel = { type: "ByteLevel", add_prefix_space: false };

describe("canSplitInSlices", () => {
  it.each([
    ["none", null, true],
    ["byte-level", byteLevel, true],
    ["one that adds a prefix", { ...byteLevel, add_prefix_space: true }, false],
    ["digits before byte-level", { type: "Sequence", pretokenizers: [{ type: "Digits" }, byteLevel] }, true],
    ["byte-level before digits", { type: "Sequence", pretokenizers: [byteLevel, { type: "Digits" }] }, false],
    ["an unknown one", { type: "Metaspace" }, false],
  ])("%s", (_, source, expected) => expect(canSplitInSlices(source)).toBe(expected));
});

describe("isByteLevel", () => {
  it("finds it in a sequence", () => {
    expect(isByteLevel({ type: "Sequence", pretokenizers: [{ type: "Digits" }, byteLevel] })).toBe(true);
    expect(isByteLevel({ type: "Digits" })).toBe(false);
  });
});

describe("nextWords", () => {
  const { pre_tokenizer: preTokenizer } = new Tokenizer(byteTokenizer(), {});

  it("leaves a word at the end of the window to the next call", () => {
    const text = "the cat sat ".repeat(2 * CHARACTERS_PER_SLICE);
    const { words, end } = nextWords(text, 0, preTokenizer);
    expect(words.slice(0, 3)).toEqual(["the", " cat", " sat"]);
    expect(words.join("")).toBe(text.slice(0, end));
    expect(end).toBeLessThan(CHARACTERS_PER_SLICE);
    expect(nextWords(text, end, preTokenizer).words[0]).toMatch(/^ (?:the|cat|sat)$/);
  });

  it("returns a word that is longer than a window as a whole", () => {
    const word = "a".repeat(3 * CHARACTERS_PER_SLICE);
    expect(nextWords(`${word} b`, 0, preTokenizer).words).toEqual([word, " b"]);
  });
});

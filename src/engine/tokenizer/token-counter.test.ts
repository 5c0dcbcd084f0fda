import { Tokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runCounted } from "../../openai/testing/run-at-once.ts";
import { MERGES_PER_SLICE } from "./bpe-merges.ts";
import { CHARACTERS_PER_SLICE } from "./pre-tokenizer.ts";
import { TRAINED_TOKENIZERS } from "./testing/trained-tokenizers.ts";
import { createTokenCounter } from "./token-counter.ts";

/** Long texts of a few kinds of pieces, so that words of every kind cross the end of a slice. */
const longText = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(
          "the cat ",
          "a",
          "123",
          " ",
          "  \n",
          "\r\n\t",
          "it's ",
          "你好",
          "👩‍👩‍👧",
          "e\u0301",
          "--==",
          "<mark>",
          "<both> x",
          "b[0].c ",
          "\u00A0\u2003",
        ),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }),
      ),
      fc.constantFrom(1, 2, 7, 500, 4_100, 8_191),
    ),
    { minLength: 1, maxLength: 7 },
  )
  .map((pieces) => pieces.map(([piece, times]) => piece.repeat(Math.ceil(times / piece.length))).join(""));

describe.each(TRAINED_TOKENIZERS)("a token counter for %s", (_, json) => {
  const library = new Tokenizer(json, {});
  const counter = createTokenCounter(json);

  it("counts as many tokens as the library gives for the whole text", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(longText, (text) => {
        const { ids } = library.encode(text, { add_special_tokens: false });
        expect(runCounted(counter.count(text, Infinity)).value).toBe(ids.length);
      }),
      { numRuns: 20, seed: 20_261_122 },
    );
  });

  it.each([
    ["words", "the cat sat on a mat. ".repeat(4_000)],
    ["one word", "a".repeat(50_000)],
    ["Chinese", "你好世界".repeat(10_000)],
    ["spaces", " ".repeat(100_000)],
    ["added tokens", "<mark>a".repeat(20_000)],
  ])("counts %s in slices", (_name, text) => {
    const { slices } = runCounted(counter.count(text, Infinity));
    expect(slices).toBeGreaterThanOrEqual(Math.floor(text.length / (4 * MERGES_PER_SLICE)));
  });

  it("stops when there are more tokens than the limit", () => {
    const { value, slices } = runCounted(counter.count("the <mark>cat sat. ".repeat(50_000), 1_000));
    expect(value).toBeGreaterThan(1_000);
    expect(slices).toBeLessThan((20_000 / CHARACTERS_PER_SLICE) * 10);
  });
});

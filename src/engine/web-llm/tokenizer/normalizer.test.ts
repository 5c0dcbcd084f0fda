import { describe, expect, it } from "vitest";
import { sameTokens } from "./normalizer.ts";

describe("sameTokens", () => {
  it.each([
    ["none", null, "［ＩＮＳＴ］ \u212A", false],
    ["SentencePiece's spaces", { type: "Replace" }, "［ＩＮＳＴ］ \u212A", false],
    ["NFC", { type: "NFC" }, "［ＩＮＳＴ］ K", false],
    ["NFKC in a sequence", { type: "Sequence", normalizers: [{ type: "NFKC" }] }, "[INST] K", false],
    ["one that ignores case", { type: "BertNormalizer", lowercase: true }, "［ＩＮＳＴ］ \u212A", true],
  ])("spells a text as a normaliser does: %s", (_, normalizer, spelled, ignoresCase) => {
    const same = sameTokens(normalizer);
    expect(same.spell("［ＩＮＳＴ］ \u212A")).toBe(spelled);
    expect(same.ignoresCase).toBe(ignoresCase);
  });
});

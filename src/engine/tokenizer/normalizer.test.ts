import { describe, expect, it } from "vitest";
import { readNormalizer } from "./normalizer.ts";

describe("readNormalizer", () => {
  it.each([
    ["none", null, "［ＩＮＳＴ］ \u212A", false],
    ["SentencePiece's replacement of spaces", { type: "Replace" }, "［ＩＮＳＴ］ \u212A", false],
    ["NFC", { type: "NFC" }, "［ＩＮＳＴ］ K", false],
    ["NFKC in a sequence", { type: "Sequence", normalizers: [{ type: "NFKC" }] }, "[INST] K", false],
    ["one that lowercases", { type: "BertNormalizer", lowercase: true }, "［ＩＮＳＴ］ \u212A", true],
  ])("reads the Unicode form and the case of a normalizer: %s", (_, source, normalized, ignoresCase) => {
    const normalizer = readNormalizer(source);
    expect(normalizer.normalize("［ＩＮＳＴ］ \u212A")).toBe(normalized);
    expect(normalizer.ignoresCase).toBe(ignoresCase);
  });
});

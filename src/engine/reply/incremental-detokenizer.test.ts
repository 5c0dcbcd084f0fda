import { assert, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { IncrementalDetokenizer } from "./incremental-detokenizer.ts";

describe("IncrementalDetokenizer", () => {
  it("returns a character once its last byte has come", () => {
    const detokenizer = new IncrementalDetokenizer();
    expect(detokenizer.advance("a\uFFFD")).toBe("a");
    expect(detokenizer.advance("a\uFFFD")).toBe("");
    expect(detokenizer.advance("a😀")).toBe("😀");
    expect(detokenizer.advance("a😀")).toBe("");
  });

  it("returns invalid bytes once a character follows them", () => {
    const detokenizer = new IncrementalDetokenizer();
    expect(detokenizer.advance("\uFFFD\uFFFD\uFFFD\uFFFD")).toBe("");
    expect(detokenizer.advance("\uFFFD\uFFFD\uFFFD😀")).toBe("\uFFFD\uFFFD\uFFFD😀");
  });

  it("holds back an incomplete character, whether it decodes to one U+FFFD or to one for each byte", () => {
    expect(new IncrementalDetokenizer().advance("a\uFFFD")).toBe("a");
    expect(new IncrementalDetokenizer().advance("a\uFFFD\uFFFD\uFFFD")).toBe("a");
    expect(new IncrementalDetokenizer().advance("\uFFFDa\uFFFD")).toBe("\uFFFDa");
  });

  it("returns the decoded text up to its last complete character, whatever bytes come one by one", () => {
    const check = (bytes: Uint8Array) => {
      const detokenizer = new IncrementalDetokenizer();
      let returned = "";
      for (let end = 1; end <= bytes.length; end++) {
        const piece = detokenizer.advance(new TextDecoder().decode(bytes.subarray(0, end)));
        expect(piece.isWellFormed()).toBe(true);
        returned += piece;
      }
      const decoded = new TextDecoder().decode(bytes);
      expect(returned).toBe(decoded.replace(/\uFFFD+$/, ""));
    };
    assert(property(uint8Array({ min: 0xc0, maxLength: 16 }), check));
    check(new TextEncoder().encode("é 日本 😀👨‍👩‍👧 \uFFFD!"));
  });
});

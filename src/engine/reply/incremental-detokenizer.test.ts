import { assert, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { createSettledText } from "./incremental-detokenizer.ts";

describe("createSettledText", () => {
  it("gives a character whole, when its last byte has come", () => {
    const settled = createSettledText();
    expect(settled.advance("a\uFFFD")).toBe("a");
    expect(settled.advance("a\uFFFD")).toBe("");
    expect(settled.advance("a😀")).toBe("😀");
    expect(settled.advance("a😀")).toBe("");
  });

  it("keeps a character whole behind bytes that are none", () => {
    const settled = createSettledText();
    expect(settled.advance("\uFFFD\uFFFD\uFFFD\uFFFD")).toBe("");
    expect(settled.advance("\uFFFD\uFFFD\uFFFD😀")).toBe("\uFFFD\uFFFD\uFFFD😀");
  });

  it("leaves out half a character, whether its bytes decode to one U+FFFD or to one each", () => {
    expect(createSettledText().advance("a\uFFFD")).toBe("a");
    expect(createSettledText().advance("a\uFFFD\uFFFD\uFFFD")).toBe("a");
    expect(createSettledText().advance("\uFFFDa\uFFFD")).toBe("\uFFFDa");
  });

  it("gives the decoded text up to its last character, whatever bytes come one by one", () => {
    const check = (bytes: Uint8Array) => {
      const settled = createSettledText();
      let given = "";
      for (let end = 1; end <= bytes.length; end++) {
        const piece = settled.advance(new TextDecoder().decode(bytes.subarray(0, end)));
        expect(piece.isWellFormed()).toBe(true);
        given += piece;
      }
      const decoded = new TextDecoder().decode(bytes);
      expect(given).toBe(decoded.replace(/\uFFFD+$/, ""));
    };
    assert(property(uint8Array({ min: 0xc0, maxLength: 16 }), check));
    check(new TextEncoder().encode("é 日本 😀👨‍👩‍👧 \uFFFD!"));
  });
});

import { assert, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { createSettledText } from "./settled-text.ts";

describe("createSettledText", () => {
  it("gives a character whole, when its last byte has come", () => {
    const settled = createSettledText();
    expect(settled.advance("a\uFFFD")).toBe("a");
    expect(settled.advance("a\uFFFD")).toBe("");
    expect(settled.advance("a😀")).toBe("😀");
    expect(settled.end("a😀", false)).toBe("");
  });

  it("keeps a character whole behind bytes that are none", () => {
    const settled = createSettledText();
    expect(settled.advance("\uFFFD\uFFFD\uFFFD\uFFFD")).toBe("");
    expect(settled.advance("\uFFFD\uFFFD\uFFFD😀")).toBe("\uFFFD\uFFFD\uFFFD😀");
  });

  it("leaves out half a character where the reply was cut off", () => {
    expect(createSettledText().end("a\uFFFD\uFFFD", true)).toBe("a\uFFFD");
    expect(createSettledText().end("a\uFFFD\uFFFD", false)).toBe("a\uFFFD\uFFFD");
  });

  it("gives the decoded text, whatever bytes come one by one", () => {
    const check = (bytes: Uint8Array) => {
      const settled = createSettledText();
      let given = "";
      for (let end = 1; end <= bytes.length; end++) {
        const piece = settled.advance(new TextDecoder().decode(bytes.subarray(0, end)));
        expect(piece.isWellFormed()).toBe(true);
        given += piece;
      }
      const decoded = new TextDecoder().decode(bytes);
      expect(given + settled.end(decoded, false)).toBe(decoded);
    };
    assert(property(uint8Array({ min: 0xc0, maxLength: 16 }), check));
    check(new TextEncoder().encode("é 日本 😀👨‍👩‍👧 \uFFFD!"));
  });
});

import { describe, expect, it } from "vitest";
import { anyOf, escapeRegExp } from "./regexp.ts";

describe("escapeRegExp", () => {
  it.each(["", "u"])("matches any ASCII text literally with the flags '%s'", (flags) => {
    const text = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("");
    expect(new RegExp(`^${escapeRegExp(text)}$`, flags).test(text)).toBe(true);
  });
});

describe("anyOf", () => {
  it("matches the longest of several texts", () => {
    expect("a<|b|>c".match(anyOf(["<|", "<|b|>", "c"]) ?? "")).toEqual(["<|b|>", "c"]);
  });

  it("is undefined without texts", () => expect(anyOf([])).toBeUndefined());
});

import { describe, expect, it } from "vitest";
import { type CharacterSet, EVERY_CHARACTER } from "../characters/character-set.ts";
import { parsePattern } from "./parse-pattern.ts";
import { type Pattern, PatternError } from "./pattern.ts";

const setOf = (...ranges: CharacterSet): Pattern => ({ kind: "class", set: ranges });
const character = (text: string): Pattern => setOf([text.charCodeAt(0), text.charCodeAt(0)]);
const anyCharacters: Pattern = {
  kind: "repetition",
  item: { kind: "class", set: EVERY_CHARACTER },
  min: 0,
  max: Infinity,
};

describe("parsePattern", () => {
  it("lets any characters surround a pattern without anchors", () => {
    expect(parsePattern("a$")).toEqual({ kind: "sequence", items: [anyCharacters, character("a")] });
    expect(parsePattern("^a")).toEqual({ kind: "sequence", items: [character("a"), anyCharacters] });
  });

  it.each<[string, Pattern]>([
    ["[a-c\\d-]", setOf([0x2d, 0x2d], [0x30, 0x39], [0x61, 0x63])],
    ["[^\\u0000-\\u{10fffe}]", setOf([0x10ffff, 0x10ffff])],
    ["\\x41", character("A")],
    ["\\n", character("\n")],
    ["[\\b]", character("\b")],
    ["a{2}", { kind: "repetition", item: character("a"), min: 2, max: 2 }],
    ["a{2,}?", { kind: "repetition", item: character("a"), min: 2, max: Infinity }],
  ])("parses %s", (source, expected) => {
    expect(parsePattern(`^${source}$`)).toEqual({ kind: "sequence", items: [expected] });
  });

  it.each([
    ["(?=a)", "look-around"],
    ["(a)\\1", "'\\1'"],
    ["\\bword", "'\\b'"],
    ["\\p{L}", "'\\p'"],
    ["\\ud800", "surrogate"],
    ["a^b", "in the middle"],
    ["(^a)", "in a group"],
    ["(", "must be a regular expression"],
    [`${"(".repeat(65)}${")".repeat(65)}`, "64 levels"],
    ["a".repeat(5_000), "4096 characters"],
    ["a{1000001}", "1000000 repetitions"],
  ])("refuses %s", (source, message) => {
    expect(() => parsePattern(source)).toThrow(PatternError);
    expect(() => parsePattern(source)).toThrow(message);
  });
});

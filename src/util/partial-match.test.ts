import { describe, expect, it } from "vitest";
import { partialMatchStart } from "./partial-match.ts";

describe("partialMatchStart", () => {
  it.each([
    ["one <tool_", ["<tool_call>"], 4],
    ["aab", ["ab", "bcd", "aabb"], 0],
    ["aab", ["ab", "bcd"], 2],
    ["abab", ["abc"], 2],
    ["one", ["<"], 3],
    ["<", ["<"], 1],
    ["", ["a"], 0],
    ["a", [], 1],
  ])("of %j and %j is %i", (text, markers, start) => expect(partialMatchStart(text, markers)).toBe(start));
});

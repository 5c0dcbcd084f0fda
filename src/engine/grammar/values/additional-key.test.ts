import { describe, expect, it } from "vitest";
import { listMembers } from "../characters/character-set.ts";
import { UNESCAPED_ASCII } from "../characters/json-string-character.ts";
import { CompileBudget } from "../compile-budget.ts";
import { seededRandom } from "../testing/random.ts";
import { createSampler } from "../testing/sample.ts";
import { additionalKey } from "./additional-key.ts";

function samples(names: readonly string[]): string[] {
  const sample = createSampler({ root: additionalKey(new CompileBudget(), names), rules: new Map() });
  const random = seededRandom(1);
  return Array.from({ length: 2_000 }, () => JSON.parse(sample(random)));
}

describe("additionalKey", () => {
  const everyAscii = listMembers(UNESCAPED_ASCII);

  it.each([[["ab"]], [["", "a", "ab", "b"]], [["é", 'a"', "日本"]], [["", "é", ...everyAscii]]])(
    "generates none of the names %j",
    (names) => {
      const keys = new Set(samples(names));
      for (const name of names) expect(keys).not.toContain(name);
    },
  );

  it("generates prefixes and extensions of a name, and the empty key", () => {
    const keys = new Set(samples(["ab"]));
    expect(keys).toContain("");
    expect(keys).toContain("a");
    expect([...keys].some((key) => key.startsWith("ab") && key.length > 2)).toBe(true);
  });
});

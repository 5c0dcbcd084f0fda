import { describe, expect, it } from "vitest";
import { seededRandom } from "../testing/random.ts";
import { createSampler } from "../testing/sample.ts";
import type { NumberRange } from "./integer-grammar.ts";
import { numberExpression } from "./number-grammar.ts";

function samples(range: NumberRange): string[] {
  const sample = createSampler({ root: numberExpression(range), rules: new Map() });
  const random = seededRandom(1);
  return Array.from({ length: 500 }, () => sample(random));
}

describe("numberExpression", () => {
  it.each<[string, NumberRange]>([
    ["both signs", { minimum: -0.5, exclusiveMaximum: 12.25 }],
    ["within one integer", { minimum: 3.25, exclusiveMaximum: 3.5 }],
    ["an exclusive integer bound", { exclusiveMinimum: 2, maximum: 4 }],
    ["a bound with an exponent", { exclusiveMinimum: 1e-7, maximum: 2e-7 }],
    [
      "bounds at which doubles are rounded",
      { exclusiveMinimum: 999_999_999, exclusiveMaximum: 1_000_000_000 },
    ],
  ])("generates numbers within bounds: %s", (_, range) => {
    const { minimum = -Infinity, maximum = Infinity } = range;
    const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = range;
    for (const text of samples(range)) {
      const value = Number(text);
      expect(value, text).toBeGreaterThanOrEqual(minimum);
      expect(value, text).toBeLessThanOrEqual(maximum);
      expect(value, text).toBeGreaterThan(exclusiveMinimum);
      expect(value, text).toBeLessThan(exclusiveMaximum);
    }
  });

  it("reaches the inclusive bounds and the fractions between", () => {
    const texts = samples({ minimum: 3.25, maximum: 3.5 });
    expect(texts).toContain("3.25");
    expect(texts).toContain("3.5");
    expect(texts.some((text) => text.startsWith("3.4"))).toBe(true);
  });

  it("writes an exponent only without bounds", () => {
    expect(samples({}).some((text) => /e/i.test(text))).toBe(true);
    expect(samples({ minimum: 0 }).some((text) => /e/i.test(text))).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { randomText } from "./random-text.ts";

describe("randomText", () => {
  it.each([0, 1, 24, 43])("has %i letters and digits", (length) => {
    expect(randomText(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
  });

  it("uses all 62 characters", () => {
    expect(new Set(randomText(10_000)).size).toBe(62);
  });
});

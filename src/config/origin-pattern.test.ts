import { expect, it } from "vitest";
import { matchesOriginPattern } from "./origin-pattern.ts";

const patterns = ["https://*.example.org", "http://plain.test:81", "https://Default.test:443"];

it.each([
  ["https://a.example.org/x", true],
  ["https://a.b.example.org/x", true],
  ["https://example.org/x", false],
  ["https://example.org:444/x", false],
  ["https://a.example.org:444/x", false],
  ["https://notexample.org/", false],
  ["http://plain.test:81/", true],
  ["https://plain.test:81/", false],
  ["https://default.test/", true],
])("matchesOriginPattern %s: %s", (url, matches) => {
  expect(matchesOriginPattern(new URL(url), patterns)).toBe(matches);
});

it("never matches a pattern that is not an origin", () => {
  expect(
    matchesOriginPattern(new URL("https://a.test/"), ["", "*", "https://", "https://*.", "a.test"]),
  ).toBe(false);
});

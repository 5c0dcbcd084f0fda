import { expect, it } from "vitest";
import { tabTargetOf } from "./tab-target.ts";

it.each([
  ["ArrowRight", 0, 1],
  ["ArrowRight", 2, 0],
  ["ArrowLeft", 0, 2],
  ["Home", 2, 0],
  ["End", 0, 2],
  ["Enter", 1, -1],
])("%s leads from tab %i of three to %i", (key, from, to) => {
  expect(tabTargetOf(key, from, 3, false)).toBe(to);
});

it("turns the arrows around where text runs from right to left", () => {
  expect(tabTargetOf("ArrowLeft", 0, 3, true)).toBe(1);
  expect(tabTargetOf("ArrowRight", 0, 3, true)).toBe(2);
});

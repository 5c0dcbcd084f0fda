import { expect, it } from "vitest";
import { findRoomCircles } from "./room-circles.ts";

it("the rooms have no circle", () => {
  expect(findRoomCircles()).toEqual([]);
});

it("names a circle, also one through types", () => {
  const rules = { "a/": { code: ["b/"] }, "b/": { types: ["c/"] }, "c/": { code: ["b/", "d.ts"] } };
  expect(findRoomCircles(rules)).toEqual(["b/ → c/ → b/"]);
});

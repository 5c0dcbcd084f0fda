import { expect, it } from "vitest";
import { countOf, describeMilliseconds, describeSeconds } from "./format.ts";

it("gives a time left in the two largest units", () => {
  expect([0.2, 59, 95, 7_260].map(describeSeconds)).toEqual(["1 s", "59 s", "1 min 35 s", "2 h 1 min"]);
});

it("gives a duration in milliseconds below a second", () => {
  expect([12.4, 999, 1_250].map(describeMilliseconds)).toEqual(["12 ms", "999 ms", "1.3 s"]);
});

it("counts things", () => {
  expect([countOf(1, "key"), countOf(1200, "reply", "replies")]).toEqual(["1 key", "1,200 replies"]);
});

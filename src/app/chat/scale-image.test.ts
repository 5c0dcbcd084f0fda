import { expect, it } from "vitest";
import { scaledSize } from "./scale-image.ts";

it("scales the longer side down to the maximum, keeps the proportions, and never scales up", () => {
  expect(scaledSize({ width: 4_096, height: 2_048 })).toEqual({ width: 1_024, height: 512 });
  expect(scaledSize({ width: 10, height: 100_000 })).toEqual({ width: 1, height: 1_024 });
  expect(scaledSize({ width: 32, height: 32 })).toEqual({ width: 32, height: 32 });
});

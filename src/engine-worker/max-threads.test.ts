import { expect, it } from "vitest";
import { maxThreads } from "./max-threads.ts";

it.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [9, 8],
  [64, 8],
])("leaves a core free: of %i cores a model may use %i", (cores, threads) => {
  expect(maxThreads(cores)).toBe(threads);
});

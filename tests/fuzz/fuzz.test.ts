/** The quick count of `npm run fuzz`. */
import { describe, expect, it } from "vitest";
import { SUITES } from "./suites.ts";

/** The same every time: a failure here is the change's doing and not luck's, which `npm run fuzz` tries. */
const SEED = 1;
const TIME_LIMIT = 120_000;

describe("the service", () => {
  it.each(SUITES)(
    "withstands $name",
    async ({ run, quickRuns }) => {
      const { passed, failed, text } = await run({ runs: quickRuns, seed: SEED });
      expect({ passed, failed }, text).toEqual({ passed: quickRuns, failed: 0 });
    },
    TIME_LIMIT,
  );
});

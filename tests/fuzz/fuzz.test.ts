/** Quick run of the suites of `npm run fuzz`. */
import { describe, expect, it } from "vitest";
import { SUITES } from "./suites.ts";

/** Fixed, so that a failure comes from a change of the code. `npm run fuzz` takes new seeds. */
const SEED = 1;
const TIMEOUT_MS = 120_000;

describe("the service", () => {
  it.each(SUITES)(
    "withstands $name",
    async ({ run, quickRuns }) => {
      const { passed, failed, text } = await run({ runs: quickRuns, seed: SEED });
      expect({ passed, failed }, text).toEqual({ passed: quickRuns, failed: 0 });
    },
    TIMEOUT_MS,
  );
});

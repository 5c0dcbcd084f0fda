/** Random schemas: each is admitted or refused within its budget, and what an admitted one generates is valid. */
import fc from "fast-check";
import { MAX_STEPS } from "../../src/engine/grammar/compile-budget.ts";
import { checkSchema } from "../../src/engine/grammar/testing/check-schema.ts";
import { randomSchema } from "../../src/engine/grammar/testing/random-schemas.ts";
import { runProperty } from "./run-property.ts";
import type { SuiteOptions, FuzzVerdict } from "./suite.ts";

const SAMPLES = 20;
/** Far more than any schema takes; catches a check that never ends. */
const TIMEOUT_MS = 60_000;

export async function runSchemaSuite(options: SuiteOptions): Promise<FuzzVerdict> {
  const { seed = Math.floor(Math.random() * 2 ** 31) } = options;
  let admitted = 0;
  let refused = 0;
  let most = 0;
  const property = fc.asyncProperty(randomSchema, async (schema) => {
    const { steps, refused: reason } = checkSchema(schema, SAMPLES);
    most = Math.max(most, steps);
    if (steps > MAX_STEPS && reason !== "too much work") throw new Error(`The schema took ${steps} steps.`);
    if (reason === undefined) admitted++;
    else refused++;
  });
  const verdict = await runProperty(property, { ...options, seed, timeLimit: TIMEOUT_MS });
  return {
    ...verdict,
    text:
      `schemas: ${admitted} admitted, ${refused} refused, ${admitted * SAMPLES} samples, ` +
      `most steps ${most} of ${MAX_STEPS}, seed ${seed}${verdict.text}`,
  };
}

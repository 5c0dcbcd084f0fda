/** The embedded model at the engine adapter: its arithmetic is correct, not just plausible. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { ROOT } from "../../../cli/build.ts";
import type { HarnessModule } from "../../harness/harness.ts";
import { expect, test } from "../../support/harness-test.ts";

/** Results of float32 arithmetic over the dequantised GGUF, computed outside the browser: tests/reference/. */
const referenceSchema = z.object({
  prompts: z.array(
    z.object({
      name: z.string(),
      messages: z.array(z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() })),
      token_ids: z.array(z.int()),
      top: z.array(z.object({ token: z.string(), logprob: z.number() })),
    }),
  ),
});
const reference = referenceSchema.parse(
  JSON.parse(readFileSync(join(ROOT, "tests/reference/first-token-logprobs.json"), "utf8")),
);

/** Largest accepted difference; float32 kernels come within 0.002. */
const TOLERANCE = 0.02;

test("the first token's top 5 log-probabilities agree with float32 arithmetic", async ({ harness }) => {
  const measured = await harness.evaluate(
    (conversations) => globalThis.harnessModule.firstTokens("smollm2-135m-instruct", conversations),
    reference.prompts.map(({ messages }) => messages),
  );
  for (const [index, { name, token_ids, top }] of reference.prompts.entries()) {
    const { promptTokens, top: got } = measured[index] ?? { promptTokens: 0, top: [] };
    expect(promptTokens, `${name}: tokens of the prompt`).toBe(token_ids.length);
    expect(got).toHaveLength(5);
    for (const [rank, { token, logprob }] of top.entries()) {
      expect(got[rank]?.token, `${name}, rank ${rank + 1}`).toBe(token);
      expect(Math.abs((got[rank]?.logprob ?? Number.NaN) - logprob), `${name}, ${token}`).toBeLessThan(
        TOLERANCE,
      );
    }
  }
});

declare global {
  var harnessModule: HarnessModule;
}

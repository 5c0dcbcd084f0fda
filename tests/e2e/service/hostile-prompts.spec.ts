/**
 * llama.cpp makes of a hostile prompt as many tokens as the admission counts. The fixture's tokens are bytes but for the
 * control tokens, so a client's text that became one would make fewer. `INSITU_PROMPTS` is the number of prompts.
 */
import fc from "fast-check";
import {
  conversationOf,
  hostileMessages,
  requestWithTools,
  textsWithTools,
} from "../../../src/engine/prompt/testing/hostile-requests.ts";
import { expect, test } from "../../support/harness-test.ts";

const COUNT = Number(process.env["INSITU_PROMPTS"] ?? 10);
const SEED = 20_261_122;

test(`reads ${COUNT} hostile prompts as they are counted`, async ({ harness }) => {
  test.setTimeout(60_000 + COUNT * 5_000);
  const requests = fc.oneof(
    hostileMessages(false).map((messages) => ({ messages })),
    textsWithTools.map(requestWithTools),
  );
  const counts = await harness.evaluate(
    (conversations) => globalThis.harnessModule.promptCounts("fixture-short", conversations),
    fc.sample(requests, { numRuns: COUNT, seed: SEED }).map((request) => conversationOf(request)),
  );
  expect(counts.map(({ processed }) => processed)).toEqual(counts.map(({ admitted }) => admitted));
  expect(counts).toHaveLength(COUNT);
});

/** Properties of the fixture models that other tests rely on. */
import type { FixtureReply } from "../../harness/fixture-replies.ts";
import { expect, test } from "../../support/harness-test.ts";

const TOPICS = [
  "rivers",
  "an old clock",
  "the price of tea",
  "why cats sleep",
  "a list of colours",
  "🌊",
  "SELECT * FROM stars",
  "Grüße aus Köln",
  "the moon and the tide",
  "how to fold paper",
  "2 + 2",
  "a very short poem",
  "songs of whales",
  "the last train home",
  "nothing at all",
  "bread",
];
const MAX_PERIOD = 16;

function ending(text: string): string {
  return text.slice(-4 * MAX_PERIOD);
}

/** True if `text` ends with a short piece that repeats. */
function repeatsForEver(text: string): boolean {
  const tail = ending(text);
  if (tail.length < 2 * MAX_PERIOD) return false;
  for (let period = 1; period <= MAX_PERIOD; period += 1) {
    if (tail.slice(period) === tail.slice(0, -period)) return true;
  }
  return false;
}

/**
 * A lower bound of the entropy of a step, in bits, from its 5 likeliest tokens: no other token is likelier than the
 * fifth, so each carries at least as much information.
 */
function entropyBound(logprobs: readonly number[]): number {
  let known = 0;
  let bits = 0;
  for (const logprob of logprobs) {
    known += Math.exp(logprob);
    bits -= (Math.exp(logprob) * logprob) / Math.LN2;
  }
  const last = logprobs.at(-1) ?? 0;
  return bits - (Math.max(0, 1 - known) * last) / Math.LN2;
}

test(
  "fixture-chat: text that differs, ends, and holds characters of 4 bytes",
  { tag: "@long" },
  async ({ harness }) => {
    const replies: FixtureReply[] = await harness.evaluate(
      (users) => globalThis.harnessModule.fixtureReplies("fixture-chat", users, { temperature: 0 }),
      TOPICS.map((topic) => `Tell me about ${topic}.`),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(TOPICS.length);
    expect(replies.filter(({ text }) => repeatsForEver(text)).map(({ text }) => text)).toEqual([]);
    expect(replies.filter(({ text }) => /\p{Extended_Pictographic}/u.test(text)).length).toBeGreaterThan(0);
    expect(replies.filter(({ text }) => text.includes("\uFFFD")).length).toBeLessThan(TOPICS.length / 4);
    const ended = replies.filter(
      ({ reason, completionTokens }) => reason === "stop" && completionTokens <= 64,
    );
    expect(ended.length).toBeGreaterThanOrEqual(0.7 * TOPICS.length);
  },
);

test(
  "fixture-chat: at temperature 1 a token carries at least 3 bits",
  { tag: "@long" },
  async ({ harness }) => {
    const replies: FixtureReply[] = await harness.evaluate(
      (users) =>
        globalThis.harnessModule.fixtureReplies(
          "fixture-chat",
          users,
          { temperature: 1, top_p: 1, seed: 3 },
          5,
        ),
      TOPICS.slice(0, 6),
    );
    const steps = replies.flatMap(({ logprobs }) => logprobs);
    expect(steps.length).toBeGreaterThan(50);
    const mean = steps.reduce((sum, step) => sum + entropyBound(step), 0) / steps.length;
    expect(mean).toBeGreaterThanOrEqual(3);
  },
);

test("fixture-length: goes on to its ceiling of 128 tokens", { tag: "@long" }, async ({ harness }) => {
  const replies: FixtureReply[] = await harness.evaluate(
    (users) => globalThis.harnessModule.fixtureReplies("fixture-length", users, { temperature: 1, seed: 1 }),
    TOPICS.slice(0, 4),
  );
  expect(replies.map(({ reason, completionTokens }) => `${reason} ${completionTokens}`)).toEqual(
    Array.from({ length: 4 }, () => "length 128"),
  );
});

/**
 * A reply is the same whether its prompt was processed whole or from the KV cache of earlier conversations.
 * `INSITU_INTERLEAVINGS` is the number of random interleavings, by default 2. Half of them have images.
 */
import fc from "fast-check";
import type { ConversationReply, ConversationRequest } from "../../harness/conversation-replies.ts";
import type { Turn } from "../../../src/openai/conversation.ts";
import { expect, test } from "../../support/harness-test.ts";
import { BLUE, RED } from "../../support/images.ts";
import { pngUrl } from "../../support/png.ts";

const interleavings = Number(process.env["INSITU_INTERLEAVINGS"] ?? 2);
/** Fixed, so that a failure comes from a change of the code. */
const SEED = 7;
/** The likeliest tokens' log-probabilities may differ by this much, since another batch rounds differently. */
const MAX_DIFFERENCE = 0.01;

/** What one of several conversations (tabs) does next. */
const stepArbitrary = fc.record({
  tab: fc.integer({ min: 0, max: 3 }),
  action: fc.constantFrom("say", "say", "edit", "regenerate", "tool", "restart"),
  words: fc.integer({ min: 1, max: 60 }),
  withImage: fc.boolean(),
  /** Cancels the reply after so many tokens; without it, the reply goes on to its end. */
  stopAfter: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 4 }),
  seed: fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined }),
});

type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

interface Tab {
  readonly turns: Turn[];
}

const IMAGES = [RED, BLUE].map((colour) => pngUrl({}, colour));

/** Changes a conversation, and returns the request for its next reply. */
function nextRequest(tabs: Tab[], step: Step, takesImages: boolean): ConversationRequest {
  const { tab, action, words, withImage, stopAfter, seed } = step;
  const turns = (tabs[tab] ??= { turns: [] }).turns;
  const say = (): Turn => ({
    role: "user",
    content: [
      ...(takesImages && withImage
        ? [{ type: "image" as const, url: IMAGES[words % IMAGES.length] ?? "", field: "image" }]
        : []),
      { type: "text", text: `${"a word ".repeat(words)}of tab ${tab}` },
    ],
  });
  if (action === "restart") turns.length = 0;
  // The reply to the last message is dropped, and with an edit the message too.
  if (action === "regenerate" || action === "edit") {
    while (turns.length > 0 && turns.at(-1)?.role !== "user") turns.pop();
    if (action === "edit") turns.pop();
  }
  const last = turns.at(-1);
  if (action === "tool" && last?.role === "assistant") {
    const id = `call_${turns.length}`;
    const call = { id, type: "function" as const, function: { name: "look", arguments: '{"at":"it"}' } };
    turns.splice(-1, 1, { ...last, tool_calls: [call] });
    turns.push({ role: "tool", tool_call_id: id, content: "a result ".repeat(words) });
  } else if (last?.role !== "user") {
    turns.push(say());
  }
  return {
    model: takesImages ? "fixture-vision" : "fixture-chat",
    system: "You are Insitu, a helpful assistant, and all conversations begin with this.",
    turns: [...turns],
    sampling: seed === undefined ? { temperature: 0 } : { temperature: 1, seed },
    ...(stopAfter !== undefined && { stopAfter }),
  };
}

/** Expects equal replies, or a first difference where rounding decided. */
function compare(reused: ConversationReply, whole: ConversationReply): { isEqual: boolean; worst: number } {
  let worst = 0;
  const length = Math.min(reused.steps.length, whole.steps.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [reused.steps[index], whole.steps[index]];
    if (one === undefined || other === undefined) break;
    // By rank, since the texts of different tokens may be equal.
    for (const [rank, { logprob }] of one.top.entries()) {
      const expected = other.top[rank]?.logprob ?? NaN;
      if (logprob !== expected) worst = Math.max(worst, Math.abs(logprob - expected));
    }
    if (one.decoded !== other.decoded) return { isEqual: false, worst };
  }
  return { isEqual: reused.steps.length === whole.steps.length, worst };
}

test(`${interleavings} interleavings of conversations give the same replies with and without reuse`, async ({
  harness,
}) => {
  test.setTimeout(60_000 + interleavings * 60_000);
  const reply = (request: ConversationRequest, reuses: boolean): Promise<ConversationReply> =>
    harness.evaluate(({ request, reuses }) => globalThis.harnessModule.conversationReply(request, reuses), {
      request,
      reuses,
    });
  let requests = 0;
  let different = 0;
  let worst = 0;
  let [cached, prompt] = [0, 0];
  const runs = fc.sample(fc.array(stepArbitrary, { minLength: 4, maxLength: 8 }), {
    numRuns: interleavings,
    seed: SEED,
  });
  for (const [index, steps] of runs.entries()) {
    const tabs: Tab[] = [];
    for (const step of steps) {
      const request = nextRequest(tabs, step, index >= interleavings / 2);
      const reused = await reply(request, true);
      const whole = await reply(request, false);
      const result = compare(reused, whole);
      const details = JSON.stringify({ index, step, reused, whole });
      expect(result.worst, details).toBeLessThan(MAX_DIFFERENCE);
      requests += 1;
      different += Number(!result.isEqual);
      worst = Math.max(worst, result.worst);
      cached += reused.cachedTokens;
      prompt += reused.promptTokens;
      expect(whole.cachedTokens).toBe(0);
      tabs[step.tab]?.turns.push({
        role: "assistant",
        content: reused.steps.at(-1)?.decoded ?? "",
        tool_calls: [],
      });
    }
  }
  const figures =
    `${requests} requests, ${different} with another reply, log-probabilities within ${worst.toExponential(1)}, ` +
    `${cached} of ${prompt} prompt tokens cached`;
  test.info().annotations.push({ type: "figures", description: figures });
  expect(cached, figures).toBeGreaterThan(prompt / 3);
  expect(different, figures).toBeLessThanOrEqual(requests / 100);
});

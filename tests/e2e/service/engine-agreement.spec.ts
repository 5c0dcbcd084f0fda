/**
 * At temperature 0, both engines write the same first tokens of a reply, or part where two tokens are nearly equally
 * likely: llama.cpp rounds the inputs of quantised matrices to 8 bits (docs/llama-cpp.md).
 */
import type { EngineName } from "../../../src/contract/engine-name.ts";
import type { Sampling } from "../../../src/openai/conversation.ts";
import { firstDifference, type GreedyReply } from "../../support/first-difference.ts";
import { expect, test } from "../../support/harness-test.ts";

const MODEL = "smollm2-135m-instruct";
const USERS = [
  "What is the capital of France?",
  "Tell me about rivers.",
  "Why is the sky blue?",
  "Write a short poem about the sea.",
  "How do I boil an egg?",
  "List three colours.",
  "What is 12 times 12?",
  "Explain gravity to a child.",
  "Who wrote Hamlet?",
  "Translate 'good morning' into French.",
];
const COUNT = 20;
/** Largest difference of the log-probabilities of two tokens that counts as a near-tie, in either engine. */
const NEAR_TIE = 0.25;

/** The likeliest token of each step. */
const tokensOf = (replies: readonly GreedyReply[]) =>
  replies.map((steps) => steps.map((top) => top[0]?.token ?? ""));

test(
  `both engines agree on the first ${COUNT} tokens, or part at a near-tie`,
  { tag: "@long" },
  async ({ harness }) => {
    test.setTimeout(400_000);
    const repliesOf = (engine: EngineName, sampling: Sampling): Promise<GreedyReply[]> =>
      harness.evaluate((options) => globalThis.harnessModule.greedyTokens(options), {
        engine,
        model: MODEL,
        users: USERS,
        sampling,
        count: COUNT,
      });
    const greedy = { temperature: 0 };
    const tokensOnGpu = tokensOf(await repliesOf("web-llm", greedy));
    // The same tokens, with log-probabilities that no temperature has changed.
    const onGpu = await repliesOf("web-llm", { temperature: 1, top_p: 1e-9 });
    expect(tokensOf(onGpu)).toEqual(tokensOnGpu);
    const onCpu = await repliesOf("wllama", greedy);

    const lines: string[] = [];
    for (const [index, user] of USERS.entries()) {
      const [gpu, cpu] = [onGpu[index] ?? [], onCpu[index] ?? []];
      expect(Math.min(gpu.length, cpu.length), user).toBeGreaterThan(0);
      const difference = firstDifference(gpu, cpu, COUNT);
      if (difference === undefined) {
        lines.push(`${user} ${cpu.length} equal tokens`);
        continue;
      }
      const { step, tokens, logprobs, gap } = difference;
      const [either, or] = tokens.map((token) => JSON.stringify(token));
      const [inGpu, inCpu] = logprobs.map((both) => both.map((one) => one?.toFixed(3) ?? "?").join(" or "));
      const line = `${user} Token ${step + 1} is ${either} or ${or}; web-llm: ${inGpu}; wllama: ${inCpu}`;
      lines.push(line);
      expect.soft(gap, line).toBeLessThan(NEAR_TIE);
    }
    console.log(lines.join("\n"));
  },
);

import type { EngineName } from "../../src/contract/engine-name.ts";
import type { TokenLogprobs } from "../../src/engine/local/runtime.ts";
import type { Sampling } from "../../src/openai/conversation.ts";
import { makeRequest, openAdapter } from "./adapter.ts";
import { withLogprobs } from "./with-logprobs.ts";

export interface GreedyTokensOptions {
  readonly engine: EngineName;
  readonly model: string;
  /** Texts of users. */
  readonly users: readonly string[];
  readonly sampling: Sampling;
  /** Tokens of each reply at most. */
  readonly count: number;
}

/**
 * Replies to each user with sampling that takes the likeliest token: the 5 likeliest ones of each step, with their
 * log-probabilities, which web-llm computes after the temperature and llama.cpp before it.
 */
export async function greedyTokens({ engine: name, model, users, sampling, count }: GreedyTokensOptions) {
  let steps: TokenLogprobs["top"][] = [];
  const report = withLogprobs(5, ({ top }) => steps.push(top));
  const engine = openAdapter({
    engine: name,
    wrap: (runtime) =>
      report({ ...runtime, reply: (request) => runtime.reply({ ...request, maxTokens: count }) }),
  });
  const replies: (typeof steps)[] = [];
  for (const user of users) {
    steps = [];
    const request = makeRequest(model, { system: "You are a helpful assistant.", user }, { sampling });
    for await (const { type } of engine.generate(request, new AbortController().signal)) {
      if (type === "finish") replies.push(steps);
    }
  }
  await engine.unload(model);
  return replies;
}

import type { FinishReason } from "../../src/openai/finish-reason.ts";
import type { Sampling } from "../../src/openai/conversation.ts";
import { makeRequest, openAdapter } from "./adapter.ts";
import { withLogprobs } from "./with-logprobs.ts";

export interface FixtureReply {
  readonly text: string;
  readonly reason: FinishReason | undefined;
  readonly completionTokens: number;
  /** Log-probabilities (natural) of each step's likeliest tokens, if requested. */
  readonly logprobs: readonly (readonly number[])[];
}

/** One reply to each user text, all from one engine in this page. */
export async function fixtureReplies(
  model: string,
  users: readonly string[],
  sampling: Sampling,
  topLogprobs = 0,
): Promise<FixtureReply[]> {
  let logprobs: number[][] = [];
  const engine = openAdapter(
    topLogprobs > 0
      ? { wrap: withLogprobs(topLogprobs, ({ top }) => logprobs.push(top.map(({ logprob }) => logprob))) }
      : {},
  );
  const replies: FixtureReply[] = [];
  for (const user of users) {
    const prompt = { system: "You are a helpful AI assistant.", user };
    const request = makeRequest(model, prompt, { sampling });
    let text = "";
    let reason: FinishReason | undefined;
    let completionTokens = 0;
    logprobs = [];
    for await (const part of engine.generate(request, new AbortController().signal)) {
      if (part.type === "text") text += part.text;
      if (part.type === "finish") {
        reason = part.reason;
        completionTokens = part.usage.completionTokens;
      }
    }
    replies.push({ text, reason, completionTokens, logprobs });
  }
  return replies;
}

import type { ReplyStep, Runtime, TokenLogprobs } from "../../src/engine/local/runtime.ts";

/**
 * Wraps a model so that its replies also report the likeliest tokens of each step, which the service does not use.
 *
 * @param count number of tokens per step, 1 to 5
 */
export function withLogprobs(count: number, onStep: (logprobs: TokenLogprobs) => void) {
  return withSteps(count, (step) => {
    if (step.type === "token" && step.logprobs !== undefined) onStep(step.logprobs);
  });
}

/** The same for whole steps. Cancelled replies are pulled to their end, too. */
export function withSteps(count: number, onStep: (step: ReplyStep) => void) {
  return (runtime: Runtime): Runtime => ({
    ...runtime,
    reply: (options) => report(runtime.reply({ ...options, topLogprobs: count }), onStep),
  });
}

async function* report(
  steps: AsyncIterator<ReplyStep, undefined>,
  onStep: (step: ReplyStep) => void,
): AsyncGenerator<ReplyStep, undefined> {
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) return undefined;
    onStep(value);
    yield value;
  }
}

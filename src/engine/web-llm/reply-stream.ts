import type { StreamPart, TokenLogprobs, Usage } from "../engine.ts";
import { EngineError } from "../engine-error.ts";
import { createSettledText } from "../reply/settled-text.ts";
import { createStopMatcher } from "../reply/stop-matcher.ts";
import { untilAborted } from "./until-aborted.ts";
import type { ReplyRequest, ReplyStep, Runtime } from "./runtime.ts";

export interface ReplyOptions {
  readonly runtime: Runtime;
  readonly request: ReplyRequest;
  /** Texts that end the reply. */
  readonly stop: readonly string[];
  readonly unmark: (text: string) => string;
  readonly promptTokens: number;
  readonly signal: AbortSignal;
  /** Milliseconds without a token after which the GPU is taken for lost. */
  readonly patience: number;
  /** Called once the model is free for the next reply, or was found dead. */
  readonly onFree: (alive: boolean) => void;
}

/**
 * One reply as parts, its text held back where it may belong to a stop text or to half a character. However
 * it ends, what is still being generated is interrupted and drawn to its end, without making the consumer
 * wait for that.
 */
export async function* streamReply(options: ReplyOptions): AsyncGenerator<StreamPart, void> {
  const { runtime, request, unmark, signal, patience } = options;
  const steps = runtime.reply(request);
  const settled = createSettledText();
  const matcher = createStopMatcher(options.stop);
  let logprobs: TokenLogprobs[] = [];
  let end: (ReplyStep & { type: "end" }) | undefined;
  let failed = false;

  const textPart = (text: string): StreamPart => {
    const part = { type: "text", text, ...(logprobs.length > 0 && { logprobs }) } as const;
    logprobs = [];
    return part;
  };

  try {
    for (;;) {
      const step = await pull(steps, signal, patience);
      if (step.type === "end") {
        end = step;
        const last = matcher.push(unmark(settled.end(step.decoded)));
        const text = last.stopped ? last.text : last.text + matcher.end();
        if (text !== "") yield textPart(text);
        break;
      }
      if (step.logprobs) logprobs.push(step.logprobs);
      const { text, stopped } = matcher.push(unmark(settled.advance(step.decoded)));
      if (text !== "") yield textPart(text);
      if (stopped) {
        end = { ...(await finishEarly(steps, runtime, signal, patience)), reason: "stop" };
        break;
      }
    }
    yield { type: "finish", reason: end.reason, usage: usage(options.promptTokens, end) };
  } catch (error) {
    failed = !(error instanceof EngineError && error.code === "cancelled");
    throw error;
  } finally {
    if (end !== undefined) options.onFree(true);
    else if (failed) options.onFree(false);
    else void abandon(steps, runtime, patience).then(options.onFree);
  }
}

function usage(promptTokens: number, { completionTokens }: { completionTokens: number }): Usage {
  return { promptTokens, cachedTokens: 0, completionTokens };
}

/** The next step, unless the caller gives up or the GPU stays silent for too long first. */
async function pull(
  steps: AsyncIterator<ReplyStep, undefined>,
  signal: AbortSignal,
  patience: number,
): Promise<ReplyStep> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const message = `The GPU gave no token for ${patience / 1000} s; the model will be loaded anew.`;
    timer = setTimeout(() => reject(new EngineError("failed", message)), patience);
  });
  try {
    const { value } = await untilAborted(Promise.race([steps.next(), silence]), signal);
    if (value === undefined)
      throw new EngineError("failed", "The engine ended the reply without saying why.");
    return value;
  } finally {
    clearTimeout(timer);
  }
}

/** End a reply that has enough text, for the sake of its token count. */
async function finishEarly(
  steps: AsyncIterator<ReplyStep, undefined>,
  runtime: Runtime,
  signal: AbortSignal,
  patience: number,
): Promise<ReplyStep & { type: "end" }> {
  runtime.interrupt();
  for (;;) {
    const step = await pull(steps, signal, patience);
    if (step.type === "end") return step;
  }
}

/** @returns whether the model survived it */
async function abandon(
  steps: AsyncIterator<ReplyStep, undefined>,
  runtime: Runtime,
  patience: number,
): Promise<boolean> {
  try {
    await finishEarly(steps, runtime, new AbortController().signal, patience);
    return true;
  } catch {
    return false;
  }
}

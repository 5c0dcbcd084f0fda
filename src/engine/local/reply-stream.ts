import type { StreamPart, Usage } from "../../contract/stream-part.ts";
import { EngineError } from "../../contract/engine-error.ts";
import { IncrementalDetokenizer } from "../reply/incremental-detokenizer.ts";
import type { ReplyParser } from "../reply/reply-parser.ts";
import { type EndStep, startReply } from "./reply-steps.ts";
import type { ReplyRequest, Runtime } from "./runtime.ts";
import type { StallTimeouts } from "./stall-timeouts.ts";
import { throttle } from "./throttle.ts";

export interface ReplyOptions {
  readonly runtime: Runtime;
  readonly request: ReplyRequest;
  readonly parser: ReplyParser;
  readonly promptTokens: number;
  readonly signal: AbortSignal;
  readonly timeouts: StallTimeouts;
  /** Minimum time between two reports of the prefill's progress, in milliseconds. */
  readonly waitingIntervalMs: number;
  /** Called once the model is free for the next reply, or found dead (`alive` is false). */
  readonly onFree: (alive: boolean) => void;
}

/**
 * Generates one reply. Text is held back while it may belong to a stop text or to an incomplete character. However the
 * consumer ends it, the generation is interrupted and pulled to its end, and the consumer does not wait for that.
 */
export async function* streamReply(options: ReplyOptions): AsyncGenerator<StreamPart, void> {
  const { runtime, request, parser, signal, timeouts, promptTokens, onFree } = options;
  const steps = startReply(runtime, request, timeouts, signal);
  const detokenizer = new IncrementalDetokenizer();
  const mayReport = throttle(options.waitingIntervalMs);
  let end: EndStep | undefined;
  let failed = false;
  try {
    while (end === undefined) {
      const step = await steps.next();
      if (step.type === "prefill") {
        if (mayReport()) yield { type: "waiting", phase: "prefill", fraction: step.fraction };
        continue;
      }
      const parsed = parser.push(detokenizer.advance(step.decoded));
      yield* parsed.parts;
      if (step.type === "token") {
        if (parsed.stopped) end = { ...(await steps.finish()), reason: "stop" };
        continue;
      }
      const rest = parsed.stopped ? undefined : parser.end();
      end = (rest ?? parsed).stopped ? { ...step, reason: "stop" } : step;
      if (rest !== undefined) yield* rest.parts;
    }
    const reason = end.reason === "stop" && parser.hasCalls ? "tool_calls" : end.reason;
    yield { type: "finish", reason, usage: usage(promptTokens, end) };
  } catch (error) {
    failed = !(error instanceof EngineError && keepsModelIntact(error));
    throw error;
  } finally {
    if (end !== undefined) onFree(true);
    else if (failed) onFree(false);
    else void steps.abandon().then(onFree);
  }
}

/** True for an error that is no fault of the model. */
function keepsModelIntact({ code }: EngineError): boolean {
  return code === "cancelled" || code === "invalid";
}

/** @param admitted tokens of the prompt, as they were counted for its admission */
function usage(
  admitted: number,
  { promptTokens = admitted, cachedTokens, completionTokens }: EndStep,
): Usage {
  return { promptTokens, cachedTokens, completionTokens };
}

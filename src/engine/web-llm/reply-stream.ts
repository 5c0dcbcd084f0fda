import type { StreamPart, Usage } from "../../contract/stream-part.ts";
import { EngineError } from "../../contract/engine-error.ts";
import { createSettledText } from "../reply/incremental-detokenizer.ts";
import type { ReplyParser } from "../reply/reply-parser.ts";
import { cancellable } from "./cancellable.ts";
import type { ReplyRequest, ReplyStep, Runtime } from "./runtime.ts";

/** Milliseconds without a token after which the GPU is taken for lost. */
export interface Patience {
  readonly firstToken: number;
  readonly nextToken: number;
}

type Steps = AsyncIterator<ReplyStep, undefined>;
type EndStep = ReplyStep & { readonly type: "end" };

export interface ReplyOptions {
  readonly runtime: Runtime;
  readonly request: ReplyRequest;
  /** Takes the text as it is generated. */
  readonly parser: ReplyParser;
  readonly promptTokens: number;
  readonly signal: AbortSignal;
  readonly patience: Patience;
  /** Called once the model is free for the next reply, or was found dead. */
  readonly onFree: (alive: boolean) => void;
}

/**
 * One reply as parts, its text held back where it may belong to a stop text or to half a character. However
 * it ends, what is still being generated is interrupted and drawn to its end, without making the consumer
 * wait for that.
 */
export async function* streamReply(options: ReplyOptions): AsyncGenerator<StreamPart, void> {
  const { runtime, request, parser, signal, patience } = options;
  const steps = runtime.reply(request);
  const settled = createSettledText();
  let end: EndStep | undefined;
  let failed = false;
  let limit = patience.firstToken;

  const pullNext = async (): Promise<ReplyStep> => {
    const { value } = await pull(steps, signal, limit);
    if (value === undefined) throw new EngineError("failed", "The engine ended the reply too early.");
    limit = patience.nextToken;
    return value;
  };

  try {
    while (end === undefined) {
      const step = await pullNext();
      if (step.type === "end") {
        const last = parser.push(settled.advance(step.decoded));
        yield* last.parts;
        const rest = last.stopped ? last : parser.end();
        end = rest.stopped ? { ...step, reason: "stop" } : step;
        if (rest !== last) yield* rest.parts;
        break;
      }
      const parsed = parser.push(settled.advance(step.decoded));
      yield* parsed.parts;
      if (parsed.stopped) end = { ...(await finishEarly(pullNext, runtime)), reason: "stop" };
    }
    const reason = end.reason === "stop" && parser.hasCalls() ? "tool_calls" : end.reason;
    yield { type: "finish", reason, usage: usage(options.promptTokens, end) };
  } catch (error) {
    failed = !(error instanceof EngineError && isHarmless(error));
    throw error;
  } finally {
    if (end !== undefined) options.onFree(true);
    else if (failed) options.onFree(false);
    else void abandon(steps, runtime, limit).then(options.onFree);
  }
}

/** Whether the model is as good as before. */
function isHarmless({ code }: EngineError): boolean {
  return code === "cancelled" || code === "invalid";
}

function usage(promptTokens: number, { completionTokens }: { completionTokens: number }): Usage {
  return { promptTokens, cachedTokens: 0, completionTokens };
}

/** The next step, unless the caller gives up or the GPU stays silent for too long first. */
async function pull(
  steps: Steps,
  signal: AbortSignal,
  limit: number,
): Promise<IteratorResult<ReplyStep, undefined>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const message = `The GPU gave no token for ${limit / 1000} s; the model is loaded anew: try again.`;
    timer = setTimeout(() => reject(new EngineError("unavailable", message)), limit);
  });
  try {
    return await cancellable(Promise.race([steps.next(), silence]), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** End a reply that has enough text, for the sake of its token count. */
async function finishEarly(pullNext: () => Promise<ReplyStep>, runtime: Runtime): Promise<EndStep> {
  runtime.interrupt();
  for (;;) {
    const step = await pullNext();
    if (step.type === "end") return step;
  }
}

/** @returns whether the model survived it */
async function abandon(steps: Steps, runtime: Runtime, limit: number): Promise<boolean> {
  const { signal } = new AbortController();
  try {
    // Again after every step: a reply that has only just begun takes no notice.
    do runtime.interrupt();
    while (!(await pull(steps, signal, limit)).done);
    return true;
  } catch {
    return false;
  }
}

import { EngineError } from "../../contract/engine-error.ts";
import { within } from "../../util/within.ts";
import { cancellable } from "./cancellable.ts";
import type { ReplyRequest, ReplyStep, Runtime } from "./runtime.ts";
import { StallError } from "./stall-error.ts";
import type { StallTimeouts } from "./stall-timeouts.ts";

export type EndStep = ReplyStep & { readonly type: "end" };

/** The steps of one reply. A device that stalls fails the reply rather than holding it up for ever. */
export interface ReplySteps {
  /**
   * @throws {EngineError} `cancelled`, or `failed` if the reply ends without its end step
   * @throws {StallError}
   */
  next(): Promise<ReplyStep>;
  /**
   * Ends a reply that has enough text. Only its end step has the number of its tokens.
   *
   * @throws as `next`
   */
  finish(): Promise<EndStep>;
  /**
   * Ends a reply that nobody waits for, so that the model becomes free.
   *
   * @returns true if the model still works
   */
  abandon(): Promise<boolean>;
}

/** Starts a reply. @param signal cancels `next` and `finish` */
export function startReply(
  runtime: Runtime,
  request: ReplyRequest,
  { firstTokenMs, nextTokenMs }: StallTimeouts,
  signal: AbortSignal,
): ReplySteps {
  const steps = runtime.reply(request);
  let timeoutMs = firstTokenMs;

  async function pull(signal: AbortSignal): Promise<IteratorResult<ReplyStep, undefined>> {
    const step = await beforeStall(cancellable(steps.next(), signal), timeoutMs);
    // A prefill that reports its progress may take as long for the rest of it.
    if (step.value?.type !== "prefill") timeoutMs = nextTokenMs;
    return step;
  }

  async function next(): Promise<ReplyStep> {
    const { value } = await pull(signal);
    if (value === undefined) throw new EngineError("failed", "The engine ended the reply too early.");
    return value;
  }

  return {
    next,
    async finish() {
      runtime.interrupt();
      for (;;) {
        const step = await next();
        if (step.type === "end") return step;
      }
    },
    async abandon() {
      const { signal: never } = new AbortController();
      try {
        // After every step, because an engine may ignore an interrupt during prefill, as web-llm does.
        do runtime.interrupt();
        while (!(await pull(never)).done);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Settles as `step` does. @throws {StallError} after `timeoutMs` milliseconds */
async function beforeStall<Step extends object>(step: Promise<Step>, timeoutMs: number): Promise<Step> {
  const settled = await within(step, timeoutMs);
  if (settled !== undefined) return settled;
  throw new StallError(timeoutMs / 1000);
}

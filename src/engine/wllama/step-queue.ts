import type { ReplyStep } from "../local/runtime.ts";

/** Steps of one reply that have arrived and were not pulled. */
export interface StepQueue {
  push(step: ReplyStep): void;
  /** Makes `next` throw once all steps are pulled. */
  fail(error: unknown): void;
  next(): Promise<ReplyStep>;
}

export function createStepQueue(): StepQueue {
  const steps: ReplyStep[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wake = () => {};

  return {
    push(step) {
      steps.push(step);
      wake();
    },
    fail(error) {
      failure ??= { error };
      wake();
    },
    async next() {
      for (;;) {
        const step = steps.shift();
        if (step !== undefined) return step;
        if (failure !== undefined) throw failure.error;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

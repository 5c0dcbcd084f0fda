import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import { messageOf } from "../../util/message-of.ts";

export interface Action {
  readonly busy: ReadonlySignal<boolean>;
  /** The reason why the last run failed, for the user; null if it did not. */
  readonly problem: ReadonlySignal<string | null>;
  /** Run the operation, unless one is running. Never rejects. */
  readonly run: (operation: () => Promise<void> | void) => Promise<void>;
}

/** An operation that a button or a form starts: one at a time, with its failure in words. */
export function useAction(): Action {
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const run = useCallback(
    async (operation: () => Promise<void> | void) => {
      if (busy.value) return;
      busy.value = true;
      problem.value = null;
      try {
        await operation();
      } catch (error) {
        problem.value = messageOf(error);
      } finally {
        busy.value = false;
      }
    },
    [busy, problem],
  );
  return { busy, problem, run };
}

import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import { messageOf } from "../../util/message-of.ts";

export interface Action {
  readonly busy: ReadonlySignal<boolean>;
  /** Why the last try failed; null while none did. */
  readonly problem: ReadonlySignal<string | null>;
  /** Do it, unless it is being done. Never rejects. */
  readonly run: (operation: () => Promise<void> | void) => Promise<void>;
}

/** Something that a button or a form starts: one at a time, with its failure in words. */
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

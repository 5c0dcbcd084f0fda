import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Insitu, Status } from "../../index.ts";
import { messageOf } from "../../util/message-of.ts";

export interface LiveStatus {
  /** Null until it is there. */
  readonly status: ReadonlySignal<Status | null>;
  /** Why there is none. */
  readonly problem: ReadonlySignal<string | null>;
}

/** The status as it changes, while the component is shown. */
export function useStatus({
  status: ask,
  observeStatus,
}: Pick<Insitu, "status" | "observeStatus">): LiveStatus {
  const status = useSignal<Status | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    // An observer is told nothing of a host that does not start.
    ask().catch((error: unknown) => void (problem.value = messageOf(error)));
    return observeStatus((latest) => {
      status.value = latest;
      problem.value = null;
    });
  }, [ask, observeStatus]);
  return { status, problem };
}

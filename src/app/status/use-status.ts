import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Insitu, Status } from "../../index.ts";
import { messageOf } from "../../util/message-of.ts";

export interface LiveStatus {
  /** Null until the first status has arrived. */
  readonly status: ReadonlySignal<Status | null>;
  /** The reason why the status cannot be read; null if it can. */
  readonly problem: ReadonlySignal<string | null>;
}

/** The status, which follows its changes while the component is shown. */
export function useStatus({
  status: ask,
  observeStatus,
}: Pick<Insitu, "status" | "observeStatus">): LiveStatus {
  const status = useSignal<Status | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    // Observers are not told that the host cannot start.
    ask().catch((error: unknown) => void (problem.value = messageOf(error)));
    return observeStatus((latest) => {
      status.value = latest;
      problem.value = null;
    });
  }, [ask, observeStatus]);
  return { status, problem };
}

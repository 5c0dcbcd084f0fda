import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import type { ControlMessage } from "../wire/control-messages.ts";

/** The reason with which the signal of a connection is aborted when its host does not answer. */
export const SILENT = "The host does not answer.";

/** A host that has reported at least once. */
export interface HostConnection {
  /** The latest report. */
  readonly status: EngineHostStatus;
  /** Aborted when the worker has ended, for instance by a crash: its ports fire no event. */
  readonly ended: AbortSignal;
  /** False if the host turns out to have ended. Where its page can be frozen, this waits for an answer of the host. */
  isAlive(): Promise<boolean>;
  send(this: void, message: ControlMessage, transfer?: Transferable[]): void;
  /** End the worker as soon as it can; `ended` is aborted at once. */
  retire(): void;
}

export type OnReport = (status: EngineHostStatus) => void;

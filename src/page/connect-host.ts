/** Connects this page to a worker that runs the engine. */
import { type ControlMessage, statusReportSchema } from "../wire/control-messages.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { watchLock } from "../wire/watch-lock.ts";
import { type HostConnection, type OnReport, SILENT } from "./host-connection.ts";
import { InsituError } from "./insitu-error.ts";
import { pageCpuWorkers } from "./page-cpu-workers.ts";
import { pageLock } from "./page-lock.ts";

/** Timeout of a new worker's first report, in milliseconds. It loads no engine before that. */
const START_TIMEOUT_MS = 20_000;

export interface HostEndpoint {
  readonly port: MessagePort | Worker;
  /** Fires an `error` event when the worker's script cannot be loaded. */
  readonly source?: EventTarget;
  /** The connection ends when this is aborted, and aborts it when the worker ends. */
  readonly end?: AbortController;
  /** Absent for a worker that no page's freezing can stop. */
  readonly keepHeartbeat?: (
    port: MessagePort | Worker,
    end: AbortController,
  ) => Pick<HostConnection, "isAlive">;
}

/**
 * Wait for a worker's first report.
 *
 * @throws {InsituError} `host-failed`; `end` is aborted then
 */
export function connectHost(endpoint: HostEndpoint, onReport: OnReport): Promise<HostConnection> {
  const { port, source, end = new AbortController() } = endpoint;
  return new Promise((resolve, reject) => {
    let connection: OpenConnection | undefined;
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new InsituError("host-failed", `The worker that runs the model ${reason}`));
      end.abort();
    };
    const timer = setTimeout(() => fail("did not start in time."), START_TIMEOUT_MS);
    const onEnded = () => fail("ended. Try again.");
    end.signal.addEventListener("abort", onEnded);
    source?.addEventListener("error", () => fail("could not be started."));
    port.addEventListener("message", (event: Event) => {
      const parsed = statusReportSchema.safeParse(event instanceof MessageEvent ? event.data : undefined);
      if (!parsed.success || end.signal.aborted) return;
      const { status } = parsed.data;
      if (connection === undefined) {
        clearTimeout(timer);
        end.signal.removeEventListener("abort", onEnded);
        resolve((connection = open(endpoint, end, status)));
      }
      connection.status = status;
      onReport(status);
    });
    if (port instanceof MessagePort) port.start();
    void pageLock().then((lock) => port.postMessage({ v, type: "status", lock } satisfies ControlMessage));
  });
}

interface OpenConnection extends HostConnection {
  status: EngineHostStatus;
}

function open(
  { port, keepHeartbeat }: HostEndpoint,
  end: AbortController,
  status: EngineHostStatus,
): OpenConnection {
  const { signal: ended } = end;
  watchLock(navigator.locks, status.lock, ended, () => end.abort());
  const send: HostConnection["send"] = (message, transfer = []) => port.postMessage(message, transfer);
  pageCpuWorkers.offer(port, ended);
  const heartbeat = keepHeartbeat?.(port, end);
  return {
    status,
    ended,
    send,
    isAlive: async () => heartbeat?.isAlive() ?? !ended.aborted,
    retire() {
      if (port instanceof MessagePort) send({ v, type: "retire" });
      end.abort(SILENT);
    },
  };
}

/** Starts the worker that runs the engine, and connects this page to it. */
import { scopedName } from "../scope/scoped-name.ts";
import engineWorkerUrl from "../engine-worker/main.ts?worker&url";
import { type ControlMessage, statusReportSchema } from "../wire/control-messages.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { watchLock } from "../wire/watch-lock.ts";
import { InsituError } from "./insitu-error.ts";
import { pageCpuWorkers } from "./page-cpu-workers.ts";
import { pageLock } from "./page-lock.ts";

/** Timeout of a new worker's first report, in milliseconds. It loads no engine before that. */
const START_TIMEOUT_MS = 20_000;

const WORKER_NAME = scopedName("insitu-engine");

/** An option of `SharedWorker` that TypeScript lacks (Chromium: survive a reload of the only tab). */
interface ExtendedWorkerOptions extends WorkerOptions {
  readonly extendedLifetime?: boolean;
}

/** A host that has reported at least once. */
export interface HostConnection {
  /** The latest report. */
  readonly status: EngineHostStatus;
  /** Aborted when the worker has ended, for instance by a crash: its ports fire no event. */
  readonly ended: AbortSignal;
  send(this: void, message: ControlMessage, transfer?: Transferable[]): void;
  /** End the worker as soon as it can; `ended` is aborted at once. */
  retire(): void;
}

type OnReport = (status: EngineHostStatus) => void;

/**
 * Start a SharedWorker (one model for all tabs), or a worker of this page where a SharedWorker does not start, or has no
 * GPU adapter although this page has one.
 *
 * @param replaced the hung instance that the new one replaces. A SharedWorker whose thread hangs cannot be ended: one
 *   of another name, which all tabs derive alike, takes its place
 * @throws {InsituError} `host-failed`
 */
export async function startHost(onReport: OnReport, replaced?: string): Promise<HostConnection> {
  const name = replaced === undefined ? WORKER_NAME : `${WORKER_NAME} after ${replaced}`;
  const shared = await startShared(onReport, name).catch(() => undefined);
  if (shared !== undefined && (shared.status.adapter !== null || !(await hasGpu()))) return shared;
  const dedicated = new Worker(engineWorkerUrl, { type: "module", name });
  return connect(dedicated, dedicated, onReport);
}

async function hasGpu(): Promise<boolean> {
  try {
    return (await navigator.gpu?.requestAdapter()) != null;
  } catch {
    return false;
  }
}

async function startShared(onReport: OnReport, name: string): Promise<HostConnection | undefined> {
  if (!("SharedWorker" in globalThis)) return undefined;
  const options: ExtendedWorkerOptions = { type: "module", name, extendedLifetime: true };
  const worker = new SharedWorker(engineWorkerUrl, options);
  const connection = connect(worker.port, worker, onReport);
  worker.port.start();
  return connection;
}

/** @param source fires an `error` event when the worker's script cannot be loaded */
function connect(
  port: MessagePort | Worker,
  source: EventTarget,
  onReport: OnReport,
): Promise<HostConnection> {
  return new Promise((resolve, reject) => {
    let connection: OpenConnection | undefined;
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new InsituError("host-failed", `The worker that runs the model ${reason}`));
    };
    const timer = setTimeout(() => fail("did not start in time."), START_TIMEOUT_MS);
    source.addEventListener("error", () => fail("could not be started."));
    port.addEventListener("message", (event: Event) => {
      const parsed = statusReportSchema.safeParse(event instanceof MessageEvent ? event.data : undefined);
      if (!parsed.success) return;
      const { status } = parsed.data;
      if (connection === undefined) {
        clearTimeout(timer);
        resolve((connection = open(port, status)));
      }
      connection.status = status;
      onReport(status);
    });
    void pageLock().then((lock) => port.postMessage({ v, type: "status", lock } satisfies ControlMessage));
  });
}

interface OpenConnection extends HostConnection {
  status: EngineHostStatus;
}

function open(port: MessagePort | Worker, status: EngineHostStatus): OpenConnection {
  const end = new AbortController();
  const { signal: ended } = end;
  watchLock(navigator.locks, status.lock, ended, () => end.abort());
  const send: HostConnection["send"] = (message, transfer = []) => port.postMessage(message, transfer);
  pageCpuWorkers.offer(port, ended);
  return {
    status,
    ended,
    send,
    retire() {
      if (port instanceof MessagePort) send({ v, type: "retire" });
      else port.terminate();
      end.abort();
    },
  };
}

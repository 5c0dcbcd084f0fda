/** Starts a CPU worker for the host: in a page, or in the host's own context. */
import { messageOf } from "../util/message-of.ts";
import { endSchema, type StarterMessage, type StartPorts, type WorkerPorts } from "./cpu-worker-messages.ts";
import { WIRE_VERSION as v } from "./version.ts";

/** The part of a `Worker` that is used here. */
export interface LaunchedWorker {
  postMessage(message: WorkerPorts, transfer: Transferable[]): void;
  terminate(): void;
  addEventListener(type: "error", listener: (event: Event) => void): void;
}

/**
 * Starts a worker, hands the ports over to it, and ends it when the host wants it to end, when `signal` is aborted,
 * or when an error in it was caught by nobody. The host learns the reason.
 *
 * @param signal its reason is a sentence for a person
 */
export function launchCpuWorker(
  create: () => LaunchedWorker,
  [starter, engine, lifeline]: StartPorts,
  signal: AbortSignal,
): void {
  const tell = (message: StarterMessage) => starter.postMessage(message);
  const hasEnded = new AbortController();
  let worker: LaunchedWorker | undefined;

  function end(reason: string): void {
    if (hasEnded.signal.aborted) return;
    hasEnded.abort();
    worker?.terminate();
    tell({ v, type: "ended", reason });
    starter.close();
  }

  signal.addEventListener("abort", () => end(messageOf(signal.reason)), { signal: hasEnded.signal });
  tell({ v, type: "starting" });
  try {
    worker = create();
    worker.addEventListener("error", (event) => end(describe(event)));
    worker.postMessage({ v, type: "ports" }, [engine, lifeline]);
  } catch (error) {
    end(`The worker could not be created: ${messageOf(error)}`);
  }
  starter.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (endSchema.safeParse(data).success) end("The host ended it.");
  };
}

/** A script that cannot be loaded gives a plain event, an error in the script one with its message. */
function describe(event: Event): string {
  const message: unknown = Reflect.get(event, "message");
  return typeof message === "string" && message !== ""
    ? `The worker failed: ${message}`
    : "The worker's script could not be loaded.";
}

import { type WorkerStatus, workerStatusSchema } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { ourController } from "./control.ts";
import { InsituError } from "./insitu-error.ts";

/** How long the service worker may take to start and answer, in milliseconds. */
const DEADLINE = 10_000;

/**
 * Ask the service worker what it is at. This is also the handshake: a worker of another wire version
 * gives an answer that does not parse.
 *
 * @throws {InsituError} `uncontrolled` when our worker does not control the page or does not answer
 */
export function askWorkerStatus(worker: ServiceWorker | undefined = ourController()): Promise<WorkerStatus> {
  return new Promise((resolve, reject) => {
    const fail = (text: string) => reject(new InsituError("uncontrolled", text));
    if (worker === undefined) {
      fail("The service worker does not control this page. Reload it.");
      return;
    }
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => {
      port1.close();
      fail("The service worker does not answer. Reload the page.");
    }, DEADLINE);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      port1.close();
      const parsed = workerStatusSchema.safeParse(data);
      if (parsed.success) resolve(parsed.data);
      else
        fail(
          "The service worker is of another version than this page. Close other tabs of this app and reload.",
        );
    };
    worker.postMessage({ v, type: "status" }, [port2]);
  });
}

import { type WorkerStatus, workerStatusSchema } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { askWorker } from "./ask-worker.ts";

/**
 * Ask the service worker for its status. This is also the handshake: the answer of another wire version does not parse.
 *
 * @throws {InsituError} `uncontrolled` when our worker does not control the page or does not answer
 */
export function askWorkerStatus(worker?: ServiceWorker): Promise<WorkerStatus> {
  return askWorker({ v, type: "status" }, workerStatusSchema, worker);
}

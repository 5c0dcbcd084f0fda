import type * as z from "zod/mini";
import { ask } from "../wire/ask-port.ts";
import type { PageMessage } from "../wire/page-messages.ts";
import { ourController } from "./controller.ts";
import { InsituError } from "./insitu-error.ts";
import { WORKER_TIMEOUT_MS } from "./worker-timeout.ts";

/**
 * Send the service worker a message with a port and wait for the answer on it.
 *
 * @throws {InsituError} `uncontrolled` when our worker does not control the page, does not answer, or is of another
 *   version
 */
export async function askWorker<Answer>(
  message: PageMessage,
  schema: z.ZodMiniType<Answer>,
  worker: ServiceWorker | undefined = ourController(),
): Promise<Answer> {
  const fail = (text: string) => new InsituError("uncontrolled", `The service worker ${text}`);
  if (worker === undefined) throw fail("does not control this page. Reload it.");
  const timeout = AbortSignal.timeout(WORKER_TIMEOUT_MS);
  return ask((port) => worker.postMessage(message, [port]), schema, timeout).catch(() => {
    throw fail(
      timeout.aborted
        ? "does not answer. Reload the page."
        : "is of another version than this page. Close other tabs and reload it.",
    );
  });
}

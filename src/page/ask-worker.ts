import type * as z from "zod/mini";
import type { PageMessage } from "../wire/page-messages.ts";
import { ourController } from "./controller.ts";
import { InsituError } from "./insitu-error.ts";

/** How long the service worker may take to start and answer, in milliseconds. */
const DEADLINE = 10_000;

/**
 * Send the service worker a message with a port, and wait for the one answer on it.
 *
 * @throws {InsituError} `uncontrolled` when our worker does not control the page, does not answer, or answers as
 *   one of another version does
 */
export function askWorker<Answer>(
  message: PageMessage,
  schema: z.ZodMiniType<Answer>,
  worker: ServiceWorker | undefined = ourController(),
): Promise<Answer> {
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
      const parsed = schema.safeParse(data);
      if (parsed.success) resolve(parsed.data);
      else fail("The service worker is of another version than this page. Close other tabs and reload it.");
    };
    worker.postMessage(message, [port2]);
  });
}

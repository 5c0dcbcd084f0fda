import type * as z from "zod/mini";
import { nextMessage } from "../wire/ask-port.ts";
import {
  type EndRefusal,
  type PageMessage,
  refusalEndedSchema,
  refusingSchema,
} from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { InsituError } from "./insitu-error.ts";
import { WORKER_TIMEOUT_MS } from "./worker-timeout.ts";

/** The service worker refuses requests to the network until this ends, or this page goes away. */
export interface OutboundRefusal {
  /** @returns the numbers of requests that were refused, and that went out in spite of it */
  end(): Promise<{ readonly refused: number; readonly networkRequests: number }>;
  /** End it without waiting for the counts. */
  close(): void;
}

/**
 * @param lock a Web Lock that this page holds as long as it lives
 * @throws {InsituError} `self-test-failed` if the worker does not answer, as does `end()`
 */
export async function refuseOutbound(
  worker: Pick<ServiceWorker, "postMessage"> | undefined,
  lock: string,
): Promise<OutboundRefusal> {
  const { port1, port2 } = new MessageChannel();
  worker?.postMessage({ v, type: "refuse-outbound", lock } satisfies PageMessage, [port2]);
  const close = () => port1.postMessage({ v, type: "end-refusal" } satisfies EndRefusal);
  await next(port1, refusingSchema).catch((error: unknown) => {
    // A slow worker may still begin to refuse.
    close();
    throw error;
  });
  return {
    close,
    end() {
      close();
      return next(port1, refusalEndedSchema);
    },
  };
}

function next<Message>(port: MessagePort, schema: z.ZodMiniType<Message>): Promise<Message> {
  return nextMessage(port, schema, AbortSignal.timeout(WORKER_TIMEOUT_MS)).catch(() => {
    const text =
      "The service worker was stopped during the test, which therefore proves nothing. Test again.";
    throw new InsituError("self-test-failed", text);
  });
}

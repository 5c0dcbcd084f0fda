import { EngineError } from "../engine/engine-error.ts";
import type { WorkerMessage } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { type Hello, ReplyPort } from "../wire/reply-port.ts";

/** A page that may know the way to the engine's host. */
export interface Page {
  readonly id: string;
  postMessage(message: WorkerMessage, transfer: Transferable[]): void;
}

export interface Found {
  readonly port: ReplyPort;
  readonly hello: Hello;
}

/** How long one page gets to start a worker and pass a port on, in milliseconds. */
const PAGE_DEADLINE = 8_000;

/**
 * Open a request port to the engine's host. Pages hold the way there, because a service worker can reach
 * no other worker by itself; the one that asks is tried first, then the others, one after another.
 *
 * @throws {EngineError} `unavailable` when no page answers
 */
export async function findHost(
  pages: readonly Page[],
  preferred: string,
  signal: AbortSignal,
  deadline: number = PAGE_DEADLINE,
): Promise<Found> {
  const ordered = [...pages].sort((a, b) => Number(b.id === preferred) - Number(a.id === preferred));
  for (const page of ordered) {
    const found = await tryPage(page, signal, deadline);
    if (found !== undefined) return found;
  }
  throw new EngineError(
    "unavailable",
    pages.length === 0
      ? "No page of this app is open to run the model. Open it and try again."
      : "No open page of this app answered. A page runs the model after it has called connect().",
  );
}

async function tryPage(page: Page, signal: AbortSignal, deadline: number): Promise<Found | undefined> {
  const { port1, port2 } = new MessageChannel();
  const port = new ReplyPort(port1);
  const timer = setTimeout(
    () => port.fail(new EngineError("unavailable", "The page did not answer.")),
    deadline,
  );
  const abort = () => port.fail(new EngineError("cancelled", "The request was cancelled."));
  signal.addEventListener("abort", abort, { once: true });
  try {
    page.postMessage({ v, type: "reach-host" }, [port2]);
    return { port, hello: await port.hello };
  } catch (error) {
    port.close();
    if (signal.aborted) throw error;
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

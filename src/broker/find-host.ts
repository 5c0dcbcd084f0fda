import { EngineError } from "../contract/engine-error.ts";
import { deferred } from "../util/deferred.ts";
import type { WorkerMessage } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { type Hello, ReplyPort } from "../wire/reply-port.ts";

/** A page that may be able to reach the engine's host. */
export interface PageClient {
  readonly id: string;
  postMessage(message: WorkerMessage, transfer: Transferable[]): void;
}

/** An open request port to the host. */
export interface ReachedHost {
  readonly port: ReplyPort;
  readonly hello: Hello;
  /** The id of the page that reached the host. */
  readonly page: string;
}

export interface FindHostOptions {
  /** Ids of the pages to ask first, in this order. */
  readonly preferred: readonly string[];
  /** Instances of hosts that hang: the pages replace them. */
  readonly hung: readonly string[];
  readonly signal: AbortSignal;
  /** Called with a host that was found to hang. */
  onHung(instance: string): void;
}

/**
 * Timeout of a page's first answer, in milliseconds. A page that has answered may still be starting its worker
 * after that, but others are asked too.
 */
const PAGE_TIMEOUT_MS = 8_000;
/** Delay before more pages are asked while none has answered, in milliseconds. */
const HEDGE_DELAY_MS = 300;

/**
 * Open a request port to the engine's host. Pages pass the port on, because a service worker can reach no other
 * worker by itself. One is asked first; while none answers, twice as many more after each `HEDGE_DELAY_MS`. The first
 * greeting wins, and the other ports are closed.
 *
 * @throws {EngineError} `unavailable` when no page answers, `cancelled` when `signal` aborts first
 */
export async function findHost(
  pages: readonly PageClient[],
  { preferred, hung, signal, onHung }: FindHostOptions,
): Promise<ReachedHost> {
  const rank = ({ id }: PageClient) => (preferred.includes(id) ? preferred.indexOf(id) : preferred.length);
  const unasked = [...pages].sort((a, b) => rank(a) - rank(b));
  const open = new Set<ReplyPort>();
  /** Ports of pages that are looking for the host now: no other page needs to be asked meanwhile. */
  const looking = new Set<ReplyPort>();
  const found = deferred<ReachedHost>();
  let atOnce = 1;

  const ask = (page: PageClient) => {
    const { port1, port2 } = new MessageChannel();
    const port = new ReplyPort(port1);
    open.add(port);
    const noAnswer = new EngineError("unavailable", "The page did not answer.");
    const timer = setTimeout(() => {
      if (looking.delete(port)) askMore();
      else port.fail(noAnswer);
    }, PAGE_TIMEOUT_MS);
    void port.reached.then(() => open.has(port) && looking.add(port));
    port.hello
      .then(
        (hello) => found.resolve({ port, hello, page: page.id }),
        () => {
          open.delete(port);
          looking.delete(port);
          port.close();
          if (port.hungInstance !== undefined) onHung(port.hungInstance);
          askMore();
        },
      )
      .finally(() => clearTimeout(timer));
    try {
      page.postMessage({ v, type: "reach-host", hung }, [port2]);
    } catch {
      port.fail(noAnswer);
    }
  };
  const askMore = () => {
    if (looking.size > 0) return;
    for (const page of unasked.splice(0, atOnce)) ask(page);
    atOnce *= 2;
    if (open.size === 0) found.reject(noHost(pages.length));
  };
  const abort = () => found.reject(new EngineError("cancelled", "The request was cancelled."));

  const hedge = setInterval(askMore, HEDGE_DELAY_MS);
  signal.addEventListener("abort", abort, { once: true });
  try {
    if (signal.aborted) abort();
    else askMore();
    const winner = await found.promise;
    open.delete(winner.port);
    return winner;
  } finally {
    clearInterval(hedge);
    signal.removeEventListener("abort", abort);
    unasked.length = 0;
    for (const port of open) {
      // Settles every promise that waits on it, and so clears its timer.
      port.fail(new EngineError("cancelled", "Another page was faster."));
      port.close();
    }
  }
}

function noHost(pages: number): EngineError {
  return new EngineError(
    "unavailable",
    pages === 0
      ? "No page of this app is open to run the model. Open it and try again."
      : "No open page of this app answered. A page runs the model after it has called connect().",
  );
}

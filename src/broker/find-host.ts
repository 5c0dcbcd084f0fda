import { EngineError } from "../contract/engine-error.ts";
import { deferred } from "../util/deferred.ts";
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
  /** The id of the page that knew the way. */
  readonly page: string;
}

export interface FindHostOptions {
  /** Ids of the pages to ask first, the best one first. */
  readonly preferred: readonly string[];
  /** Instances of hosts that hang: the pages replace them. */
  readonly hung: readonly string[];
  readonly signal: AbortSignal;
  /** Told of a host that was found to hang. */
  onHung(instance: string): void;
}

/**
 * Time for a page's first answer, in milliseconds. A page that has answered may still be starting its worker
 * after that, but others are asked too.
 */
const PAGE_DEADLINE_MS = 8_000;
/** Time to wait for a page's first answer before more pages are asked, in milliseconds. */
const HEDGE_MS = 300;

/**
 * Open a request port to the engine's host. Pages hold the way there, because a service worker can reach no other
 * worker by itself. One is asked first; while none answers, twice as many more after each `HEDGE_MS`. The first
 * greeting wins, and the other ports are closed.
 *
 * @throws {EngineError} `unavailable` when no page answers, `cancelled` when `signal` aborts first
 */
export async function findHost(
  pages: readonly Page[],
  { preferred, hung, signal, onHung }: FindHostOptions,
): Promise<Found> {
  const rank = ({ id }: Page) => (preferred.includes(id) ? preferred.indexOf(id) : preferred.length);
  const unasked = [...pages].sort((a, b) => rank(a) - rank(b));
  const open = new Set<ReplyPort>();
  /** Pages that look for the host at this moment: no other needs to be asked meanwhile. */
  const looking = new Set<ReplyPort>();
  const found = deferred<Found>();
  let atOnce = 1;

  const ask = (page: Page) => {
    const { port1, port2 } = new MessageChannel();
    const port = new ReplyPort(port1);
    open.add(port);
    const noAnswer = new EngineError("unavailable", "The page did not answer.");
    const timer = setTimeout(() => {
      if (looking.delete(port)) askMore();
      else port.fail(noAnswer);
    }, PAGE_DEADLINE_MS);
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

  const hedge = setInterval(askMore, HEDGE_MS);
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
      // Settles what waits for it, its timer among that.
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

/** Requests of the scope's pages and workers that neither the service nor the offline files answer. */
import { countBytes } from "./count-bytes.ts";
import type { OutboundEvent, OutboundTally } from "./outbound-tally.ts";
import type { OutboundRefusals } from "./outbound-refusals.ts";

export interface OutboundGateOptions {
  readonly tally: Pick<OutboundTally, "add">;
  readonly refusals: Pick<OutboundRefusals, "refuse" | "countOutgoing">;
  readonly origin: string;
  /** True if this worker's own policy lets it fetch from `url`; pages of the scope may have wider ones. */
  mayFetch(url: URL): boolean;
  /** Sends a request to the network. */
  fetch(request: Request): Promise<Response>;
  /** True if `countArrivals` reports sizes; otherwise announced sizes count for our own origin too. */
  readonly showsSizes: boolean;
}

/** The part of `ExtendableEvent` that is needed. */
interface WorkEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** The part of `FetchEvent` that is needed. */
interface RequestEvent extends WorkEvent {
  readonly request: Request;
  respondWith(response: Response | Promise<Response>): void;
}

/** Lets requests out to the network, or refuses them, and counts both. */
export interface OutboundGate {
  /** Handles a `fetch` event. Must be the last listener: it handles what nobody else has answered. */
  handle(event: RequestEvent): void;
  /** Count a refused request. @returns false if requests may go out */
  refuse(event: WorkEvent, url: URL): boolean;
  /** Count a request that goes out. */
  count(event: WorkEvent, url: URL, counts: OutboundEvent): void;
}

export function createOutboundGate(options: OutboundGateOptions): OutboundGate {
  const { tally, refusals, origin, mayFetch, showsSizes } = options;

  function refuse(event: WorkEvent, url: URL): boolean {
    if (!refusals.refuse()) return false;
    event.waitUntil(tally.add(url.host, { refused: 1 }));
    return true;
  }

  function count(event: WorkEvent, url: URL, counts: OutboundEvent): void {
    if (counts.requests !== undefined) refusals.countOutgoing(counts.requests);
    event.waitUntil(tally.add(url.host, counts));
  }

  /** The response's own body goes to the page, so that ranges, CORS and cancelling work as without a service worker. */
  async function pass(event: RequestEvent, url: URL): Promise<Response> {
    const { request } = event;
    count(event, url, { requests: 1 });
    if (mayHaveBody(request)) event.waitUntil(countBody(url, request.clone()));
    const response = await options.fetch(request);
    const final = response.url === "" ? url : new URL(response.url);
    // A redirect to another host is a request to that host.
    if (final.host !== url.host) count(event, final, { requests: 1 });
    if (!showsSizes || final.origin !== origin) {
      count(event, final, { bytesReceived: announcedBytes(response) });
    }
    return response;
  }

  async function countBody(url: URL, request: Request): Promise<void> {
    await tally.add(url.host, { bytesSent: await countBytes(request.body) });
  }

  /**
   * True if the response shows nothing that could be counted. A page whose embedder policy is `credentialless` takes such a
   * response from the browser's own fetch only.
   */
  function hasOpaqueResponse(request: Request, url: URL): boolean {
    return request.mode === "no-cors" && url.origin !== origin && !mayHaveBody(request);
  }

  return {
    refuse,
    count,

    handle(event) {
      const { request } = event;
      const url = new URL(request.url);
      if (!/^https?:$/.test(url.protocol)) return;
      if (refuse(event, url)) {
        event.respondWith(Response.error());
      } else if (mayFetch(url) && request.cache !== "only-if-cached" && !hasOpaqueResponse(request, url)) {
        event.respondWith(pass(event, url));
      } else {
        // The browser fetches by itself, as without a service worker: the response is not seen here.
        const bytesSent = mayHaveBody(request) ? null : 0;
        count(event, url, { requests: 1, bytesReceived: null, bytesSent });
      }
    },
  };
}

function mayHaveBody({ method }: Request): boolean {
  return method !== "GET" && method !== "HEAD";
}

/** The size that the response announces: for other origins, browsers show no other size. */
function announcedBytes(response: Response): number | null {
  const length = response.headers.get("content-length");
  return length === null || response.type === "opaque" ? null : Number(length);
}

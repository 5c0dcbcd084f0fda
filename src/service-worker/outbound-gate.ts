/** Every request of the scope's pages and workers that neither the service nor the offline files answer. */
import { countBytes } from "./count-bytes.ts";
import type { OutboundEvent, OutboundTally } from "./outbound-tally.ts";
import type { Refusals } from "./refusals.ts";

export interface OutboundGateOptions {
  readonly tally: OutboundTally;
  readonly refusals: Refusals;
  readonly origin: string;
  /** Whether this worker's own policy lets it fetch from a URL: pages of the scope may have wider ones. */
  mayFetch(url: URL): boolean;
}

/** Else what a response announces must do for our own origin too. */
const SHOWS_SIZES = PerformanceObserver.supportedEntryTypes.includes("resource");
/** What `transferSize` adds to the size of a body, whatever the headers were (Resource Timing, 4.3). */
const HEADER_SIZE = 300;

/** Lets requests out to the network, or refuses them, and counts them either way. */
export class OutboundGate {
  readonly #options: OutboundGateOptions;

  constructor(options: OutboundGateOptions) {
    this.#options = options;
  }

  /**
   * Count what arrives from our own origin, when it has arrived: whole, cut short or cancelled. The browser shows
   * such sizes for requests of this worker, and for their own origin alone.
   */
  countArrivals(): void {
    if (!SHOWS_SIZES) return;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!(entry instanceof PerformanceResourceTiming)) continue;
        const url = new URL(entry.name);
        if (url.origin !== this.#options.origin) continue;
        const bytesReceived = Math.max(0, entry.transferSize - HEADER_SIZE);
        if (bytesReceived > 0) void this.#options.tally.add(url.host, { bytesReceived });
      }
    });
    observer.observe({ type: "resource" });
  }

  /** To be called last of all: it sees what nobody else has answered. */
  readonly handle = (event: FetchEvent): void => {
    const { request } = event;
    const url = new URL(request.url);
    if (!/^https?:$/.test(url.protocol)) return;
    if (this.refuse(event, url)) {
      event.respondWith(Response.error());
    } else if (this.#options.mayFetch(url) && request.cache !== "only-if-cached") {
      event.respondWith(this.#pass(event, url));
    } else {
      // The browser goes on by itself, as without a service worker: what comes back is not seen here.
      const bytesSent = mayHaveBody(request) ? null : 0;
      this.count(event, url, { requests: 1, bytesReceived: null, bytesSent });
    }
  };

  /** Count a refused request; false where requests may go out now. */
  refuse(event: ExtendableEvent, url: URL): boolean {
    if (!this.#options.refusals.refuse()) return false;
    event.waitUntil(this.#options.tally.add(url.host, { refused: 1 }));
    return true;
  }

  /** Count a request that goes out. */
  count(event: ExtendableEvent, url: URL, counts: OutboundEvent): void {
    if (counts.requests !== undefined) this.#options.refusals.wentOut(counts.requests);
    event.waitUntil(this.#options.tally.add(url.host, counts));
  }

  /** The response itself goes to the page, so that ranges, CORS and cancelling work as without us. */
  async #pass(event: FetchEvent, url: URL): Promise<Response> {
    const { request } = event;
    this.count(event, url, { requests: 1 });
    if (mayHaveBody(request)) event.waitUntil(this.#countBody(url, request.clone()));
    const response = await fetch(request);
    const final = response.url === "" ? url : new URL(response.url);
    // A redirect to another host is a request to that host.
    if (final.host !== url.host) this.count(event, final, { requests: 1 });
    if (!SHOWS_SIZES || final.origin !== this.#options.origin) {
      this.count(event, final, { bytesReceived: announcedBytes(response) });
    }
    return response;
  }

  async #countBody(url: URL, request: Request): Promise<void> {
    const bytesSent = await countBytes(request.body);
    await this.#options.tally.add(url.host, { bytesSent });
  }
}

function mayHaveBody({ method }: Request): boolean {
  return method !== "GET" && method !== "HEAD";
}

/** From another origin the browser shows no sizes, so what the response announces must do. */
function announcedBytes(response: Response): number | null {
  const length = response.headers.get("content-length");
  return length === null || response.type === "opaque" ? null : Number(length);
}

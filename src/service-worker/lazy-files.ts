/** Large files of the build that only some browsers need: kept for offline use once they were fetched. */
import type { OutboundGate } from "./outbound-gate.ts";

export interface LazyFilesOptions {
  /** URLs of this version's files. Their names carry hashes of their contents. */
  readonly urls: ReadonlySet<string>;
  readonly gate: Pick<OutboundGate, "refuse" | "count">;
  /** Opens the cache that holds the files of this deployment, and nothing else. */
  openCache(): Promise<Pick<Cache, "match" | "put" | "keys" | "delete">>;
  /** Sends a request to the network. */
  fetch(request: Request): Promise<Response>;
}

/** The part of `FetchEvent` that is needed. */
interface RequestEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

export interface LazyFiles {
  /** Handles a `fetch` event, if it is for one of the files. */
  handle(event: RequestEvent): void;
  /** Removes the files of versions before this one. */
  dropOthers(): Promise<void>;
}

export function createLazyFiles({ urls, gate, openCache, fetch }: LazyFilesOptions): LazyFiles {
  async function answer(event: RequestEvent): Promise<Response> {
    const { request } = event;
    const cache = await openCache();
    const kept = await cache.match(request.url);
    if (kept !== undefined) return kept;
    const url = new URL(request.url);
    if (gate.refuse(event, url)) return Response.error();
    gate.count(event, url, { requests: 1 });
    const response = await fetch(request);
    // Without room for it, the file is fetched again the next time.
    if (response.ok) event.waitUntil(cache.put(request.url, response.clone()).catch(() => {}));
    return response;
  }

  return {
    handle(event) {
      if (event.request.method === "GET" && urls.has(event.request.url)) event.respondWith(answer(event));
    },

    async dropOthers() {
      const cache = await openCache();
      const others = (await cache.keys()).filter(({ url }) => !urls.has(url));
      await Promise.all(others.map((request) => cache.delete(request)));
    },
  };
}

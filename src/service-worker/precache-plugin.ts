import type { addPlugins } from "workbox-precaching";
import type { Isolate } from "./isolate.ts";
import type { OutboundGate } from "./outbound-gate.ts";

type PrecachePlugin = Parameters<typeof addPlugins>[0][number];

export interface PrecachePluginOptions {
  readonly gate: OutboundGate;
  /** The content security policy for files that the host sent without one. */
  readonly policy: string;
  readonly isolate: Isolate;
}

/**
 * Counts the fetches of files that are kept for offline use, and adds the content security policy to each file that the
 * host sent without one: a worker's only policy is that of its script's response. That and the headers of isolation are
 * added when a file is given out, not when it is stored: a file that a new version did not change is not stored again.
 */
export function precachePlugin({ gate, policy, isolate }: PrecachePluginOptions): PrecachePlugin {
  return {
    requestWillFetch: async ({ request, event }) => {
      const url = new URL(request.url);
      if (gate.refuse(event, url))
        throw new TypeError("Requests to the network are refused during a self-test.");
      gate.count(event, url, { requests: 1 });
      return request;
    },
    cacheWillUpdate: async ({ response }) => {
      if (!response.ok) return null;
      // Not the response itself: one that was redirected cannot answer a navigation.
      return new Response(response.body, { status: response.status, headers: response.headers });
    },
    handlerWillRespond: async ({ request, response }) => isolate(request, withPolicy(response, policy)),
  };
}

function withPolicy(response: Response, policy: string): Response {
  if (response.headers.has("content-security-policy")) return response;
  const headers = new Headers(response.headers);
  headers.set("content-security-policy", policy);
  return new Response(response.body, { status: response.status, headers });
}

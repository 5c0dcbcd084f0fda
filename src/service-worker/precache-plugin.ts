import type { addPlugins } from "workbox-precaching";
import type { OutboundGate } from "./outbound-gate.ts";

type PrecachePlugin = Parameters<typeof addPlugins>[0][number];

/**
 * For the files that are kept for offline use: counts those that are fetched, and gives each the policy `policy`
 * where the host sent none, since a worker has no policy but its script's own.
 */
export function precachePlugin(gate: OutboundGate, policy: string): PrecachePlugin {
  return {
    requestWillFetch: async ({ request, event }) => {
      const url = new URL(request.url);
      if (gate.refuse(event, url)) throw new TypeError("Requests to the network are refused at the moment.");
      gate.count(event, url, { requests: 1 });
      return request;
    },
    cacheWillUpdate: async ({ response }) => {
      if (!response.ok) return null;
      const headers = new Headers(response.headers);
      if (!headers.has("content-security-policy")) headers.set("content-security-policy", policy);
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

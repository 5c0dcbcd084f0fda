import type { addPlugins } from "workbox-precaching";
import type { OutboundGate } from "./outbound-gate.ts";

type PrecachePlugin = Parameters<typeof addPlugins>[0][number];

/**
 * Counts the fetches of files that are kept for offline use, and adds the content security policy `policy` to each file
 * that the host sent without one: a worker's only policy is that of its script's response.
 */
export function precachePlugin(gate: OutboundGate, policy: string): PrecachePlugin {
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
      const headers = new Headers(response.headers);
      if (!headers.has("content-security-policy")) headers.set("content-security-policy", policy);
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

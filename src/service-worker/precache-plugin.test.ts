import { expect, it } from "vitest";
import { createOutboundGate } from "./outbound-gate.ts";
import { precachePlugin } from "./precache-plugin.ts";

const request = new Request("https://app.test/assets/a.js");
const event = { waitUntil() {} };

const pluginWith = (policy: string) =>
  precachePlugin({
    gate: createOutboundGate({
      tally: { add: async () => {} },
      refusals: { refuse: () => false, countOutgoing() {} },
      origin: "https://app.test",
      mayFetch: () => true,
      fetch,
      showsSizes: true,
    }),
    policy,
    isolate: (_request, response) => response,
  });

/** The policy of a file that the version with `stored` keeps, and the version with `given` gives out. */
async function policyOf(response: Response, stored: string, given: string): Promise<string | null> {
  const kept = await pluginWith(stored).cacheWillUpdate?.({ request, response, event });
  if (!kept) throw new Error("It is not kept.");
  const answer = await pluginWith(given).handlerWillRespond?.({ request, response: kept, event });
  return answer?.headers.get("content-security-policy") ?? null;
}

it("gives a stored file the policy of the present version", async () => {
  expect(await policyOf(new Response("a"), "old", "new")).toBe("new");
});

it("leaves a file the policy that its host sent", async () => {
  const headers = { "content-security-policy": "default-src 'none'" };
  expect(await policyOf(new Response("a", { headers }), "old", "new")).toBe("default-src 'none'");
});

it("keeps no error", async () => {
  const response = new Response("", { status: 500 });
  expect(await pluginWith("new").cacheWillUpdate?.({ request, response, event })).toBeNull();
});

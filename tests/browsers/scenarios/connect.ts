import assert from "node:assert/strict";
import { openConnectedPage } from "../connected.ts";
import type { Scenario } from "../scenario.ts";

export const connect: Scenario = {
  name: "connect",
  description: "the service worker controls a page, and the engine's worker runs",
  async run(context) {
    const page = await openConnectedPage(context);
    const { script, baseURL, kind, origin } = await page.evaluate(async () => ({
      script: navigator.serviceWorker.controller?.scriptURL,
      baseURL: insitu.baseURL,
      kind: (await insitu.status()).host.kind,
      origin: location.origin,
    }));
    assert.equal(script, `${origin}/sw.js`);
    assert.equal(baseURL, `${origin}/v1`);
    assert.equal(kind, context.expected.host);
  },
};

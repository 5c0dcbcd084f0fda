import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { openConnectedPage } from "../connected.ts";
import { askStreamed, checkOutcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

/** Browsers stop a service worker after 30 s without an event, and look every few seconds. */
const IDLE_MS = 45_000;

export const workerStop: Scenario = {
  name: "worker-stop",
  description: "a service worker that has been idle for 45 s answers; a browser that stops it starts another",
  async run(context) {
    const page = await openConnectedPage(context);
    checkOutcome(await page.evaluate(askStreamed, "fixture-chat", "Hello."), context);
    const instanceOf = async () => (await insitu.status()).worker.instance;
    const before = await page.evaluate(instanceOf);
    await delay(IDLE_MS);
    checkOutcome(await page.evaluate(askStreamed, "fixture-chat", "Hello again."), context);
    const isOther = (await page.evaluate(instanceOf)) !== before;
    assert.equal(isOther, context.expected.stopsIdleWorkers);
  },
};

import { setTimeout as delay } from "node:timers/promises";
import { openConnectedPage } from "../connected.ts";
import { startHeldSite } from "../held-site.ts";
import { askStreamed, askWhole, checkOutcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

/** Longer than Firefox keeps a stream (30 s) or a pending `respondWith` (60 s) without our pings. */
const SILENCE_MS = 90_000;

export const silence: Scenario = {
  name: "silence",
  description: "a stream and a whole reply whose first token comes after 90 s, when the model's files arrive",
  needs: "reply",
  async run(context) {
    const site = await startHeldSite((path) => /\.(bin|gguf)$/.test(path));
    context.defer(() => site.close());
    const page = await openConnectedPage(context, site.url);
    const replies = Promise.all([
      page.evaluate(askStreamed, "fixture-chat", "What is new?"),
      page.evaluate(askWhole, "fixture-chat", "What is new?"),
    ]);
    // A reply that fails now fails the scenario at once.
    await Promise.race([site.reached, replies]);
    await Promise.race([delay(SILENCE_MS), replies]);
    site.release();
    for (const outcome of await replies) checkOutcome(outcome, context);
  },
};

import assert from "node:assert/strict";
import { openConnectedPage } from "../connected.ts";
import { askStreamed, checkOutcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";
import { startShippedSite } from "../shipped-site.ts";

export const embedded: Scenario = {
  name: "embedded",
  description: "the embedded model knows the capital of France",
  async run(context) {
    // Another identity text would change the reply.
    const site = await startShippedSite();
    context.defer(() => site.close());
    const page = await openConnectedPage(context, site.url);
    const question = "What is the capital of France?";
    const outcome = await page.evaluate(askStreamed, "smollm2-135m-instruct", question);
    checkOutcome(outcome, context);
    if (outcome.type === "reply") assert.equal(outcome.text, "The capital of France is Paris.");
  },
};

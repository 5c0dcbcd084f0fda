import assert from "node:assert/strict";
import { startSite } from "../../support/site.ts";
import { openConnectedPage } from "../connected.ts";
import { askStreamed, checkOutcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export const embedded: Scenario = {
  name: "embedded",
  description: "the embedded model knows the capital of France",
  async run(context) {
    // The deployment that is shipped: another identity text would change the reply.
    const site = await startSite({ config: "insitu.config.json" });
    context.defer(() => site.close());
    const page = await openConnectedPage(context, site.url);
    const question = "What is the capital of France?";
    const outcome = await page.evaluate(askStreamed, "smollm2-135m-instruct", question);
    checkOutcome(outcome, context.expected.embeddedEngine);
    if (outcome.type === "reply") assert.equal(outcome.text, "The capital of France is Paris.");
  },
};

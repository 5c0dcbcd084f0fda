import assert from "node:assert/strict";
import { openConnectedPage } from "../connected.ts";
import { askStreamed, checkOutcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export const tabs: Scenario = {
  name: "tabs",
  description: "two tabs get replies, from one engine where it is shared, and one tab can be closed",
  async run(context) {
    const [first, second] = [await openConnectedPage(context), await openConnectedPage(context)];
    const ask = () =>
      Promise.all([first, second].map((tab) => tab.evaluate(askStreamed, "fixture-length", "Go on.")));
    for (const outcome of await ask()) checkOutcome(outcome, context);
    const instanceOf = async () => (await insitu.status()).host.instance;
    const [one, two] = [await first.evaluate(instanceOf), await second.evaluate(instanceOf)];
    assert.equal(one === two, context.expected.host === "shared-worker");

    const running = second.evaluate(askStreamed, "fixture-length", "And then?");
    await first.close();
    checkOutcome(await running, context);
    checkOutcome(await second.evaluate(askStreamed, "fixture-length", "Go on."), context);
  },
};

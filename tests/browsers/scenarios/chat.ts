import assert from "node:assert/strict";
import { openConnectedPage } from "../connected.ts";
import { askStreamed, askWhole, checkOutcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export const chat: Scenario = {
  name: "chat",
  description: "a reply as one JSON object, and the same reply as a stream",
  async run(context) {
    const page = await openConnectedPage(context);
    const whole = await page.evaluate(askWhole, "fixture-chat", "Sing of the sea 🌊.");
    const streamed = await page.evaluate(askStreamed, "fixture-chat", "Sing of the sea 🌊.");
    checkOutcome(whole, context);
    checkOutcome(streamed, context);
    if (whole.type === "error" || streamed.type === "error") return;
    assert.equal(streamed.text, whole.text);
    assert.ok(streamed.chunks > 1, `${streamed.chunks} chunk`);
  },
};

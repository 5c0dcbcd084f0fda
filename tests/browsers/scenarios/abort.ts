import assert from "node:assert/strict";
import { openConnectedPage } from "../connected.ts";
import { askWhole, checkOutcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";
import { waitUntil } from "../wait-until.ts";

export const abort: Scenario = {
  name: "abort",
  description: "an aborted reply frees the engine for the next one",
  needs: "reply",
  async run(context) {
    const page = await openConnectedPage(context);
    // Loaded first, so that the reply is under way when it is aborted.
    await page.evaluate(() => insitu.load("fixture-length"));
    const { text, error } = await page.evaluate(abortAfterText);
    assert.equal(error, "APIUserAbortError");
    assert.ok(text.length > 0 && text.length < 128, text);
    await waitUntil("the engine is free", () =>
      page.evaluate(async () => (await insitu.status()).worker.active === 0),
    );
    checkOutcome(await page.evaluate(askWhole, "fixture-length", "Hello."), context);
  },
};

/** In the page: abort a reply after its first text. */
async function abortAfterText(): Promise<{ text: string; error: string }> {
  const abort = new AbortController();
  let text = "";
  try {
    const stream = await client.chat.completions.create(
      { model: "fixture-length", stream: true, messages: [{ role: "user", content: "Go on and on." }] },
      { signal: abort.signal },
    );
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      if (text !== "") abort.abort();
    }
    return { text, error: abort.signal.aborted ? "APIUserAbortError" : "none" };
  } catch (error) {
    return { text, error: Object(error).constructor.name };
  }
}

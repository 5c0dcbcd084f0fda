import assert from "node:assert/strict";
import {
  applyFirstUpdate,
  buildOf,
  listenForUpdates,
  lookForUpdate,
  startVersionedSite,
} from "../../support/versions.ts";
import { connectPage, openConnectedPage } from "../connected.ts";
import { PageGoneError } from "../browser-page.ts";
import { askStreamed, checkOutcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";
import { waitUntil } from "../wait-until.ts";

const NEXT = "0123456789ab";

export const update: Scenario = {
  name: "update",
  description: "a new version is announced, takes over when it is told to, and answers",
  async run(context) {
    const site = await startVersionedSite();
    context.defer(() => site.close());
    const page = await openConnectedPage(context, site.url);
    checkOutcome(await page.evaluate(askStreamed, "fixture-chat", "Hello."), context);
    await listenForUpdates(page);
    const build = await buildOf(page);

    site.publish(build, NEXT);
    await lookForUpdate(page);
    await waitUntil("the page is told of the update", () =>
      page.evaluate(() => globalThis.updates.length === 1),
    );
    assert.equal(await buildOf(page), build);
    // The page reloads itself, at any time from now on.
    await unlessGone(applyFirstUpdate(page));
    await waitUntil(
      "the page is reloaded",
      async () => (await unlessGone(page.evaluate(() => "updates" in globalThis))) === false,
    );
    await connectPage(page, site.url, context.engine);
    assert.equal(await buildOf(page), NEXT);
    checkOutcome(await page.evaluate(askStreamed, "fixture-chat", "Hello again."), context);
  },
};

/** The result of a page, or undefined if it was left meanwhile. */
async function unlessGone<Result>(given: Promise<Result>): Promise<Result | undefined> {
  try {
    return await given;
  } catch (error) {
    if (error instanceof PageGoneError) return undefined;
    throw error;
  }
}

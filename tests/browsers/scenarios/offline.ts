import assert from "node:assert/strict";
import { startSite } from "../../support/site.ts";
import { connectPage, openConnectedPage } from "../connected.ts";
import { askWhole, checkOutcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";
import { waitUntil } from "../wait-until.ts";

export const offline: Scenario = {
  name: "offline",
  description: "once a model is installed, the pages, the app and the replies need no server",
  async run(context) {
    const site = await startSite();
    context.defer(() => site.close());
    const page = await openConnectedPage(context, site.url);
    checkOutcome(await page.evaluate(askWhole, "fixture-chat", "Hello."), context);
    assert.deepEqual(
      site.requests.filter(({ path }) => path.startsWith("/v1")),
      [],
    );

    await site.close();
    checkOutcome(await page.evaluate(askWhole, "fixture-chat", "Hello again."), context);
    await page.reload();
    await connectPage(page, site.url, context.engine);
    checkOutcome(await page.evaluate(askWhole, "fixture-chat", "Still there?"), context);

    const app = await context.newPage();
    await app.goto(`${site.url}#/keys`);
    await waitUntil("the app shows the key of the page", () =>
      app.evaluate(() => document.querySelector("main")?.innerText.includes("end-to-end test") === true),
    );
  },
};

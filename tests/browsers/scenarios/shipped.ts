import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ask, openView, shows } from "../app-page.ts";
import type { BrowserPage } from "../browser-page.ts";
import { connectPage } from "../connected.ts";
import type { Scenario } from "../scenario.ts";
import { startShippedSite } from "../shipped-site.ts";

/** Browsers stop a service worker without pages after 10 to 30 s. */
const CLOSED_MS = 45_000;
const ANSWER = "The capital of France is Paris.";

export const shipped: Scenario = {
  name: "shipped",
  description: "the app of npm start chats, loses its server, is opened again, and chats, with pictures",
  needs: "choice",
  async run({ newPage, defer, pictures, expected }) {
    const site = await startShippedSite();
    defer(() => site.close());
    const first = await newPage();
    const before = await serviceWorkerOf(first, site.url);
    await first.goto(site.url);
    await ask(first, "What is the capital of France?", ANSWER);
    await first.screenshot(join(pictures, "shipped-first.png"));

    await site.close();
    if (expected.keepsClosedSites) {
      await first.close();
      await delay(CLOSED_MS);
    }
    const page = expected.keepsClosedSites ? await newPage() : first;
    // In the same tab, a URL that differs in its hash only would load nothing.
    await page.goto(new URL("blank.html", site.url).href);
    await page.goto(site.url);
    await ask(page, "Name the capital of France.", ANSWER);
    await shows(page, "tokens/s");
    await page.screenshot(join(pictures, "shipped-offline.png"));
    await openView(page, "status");
    await shows(page, expected.chosenEngine);
    await page.screenshot(join(pictures, "shipped-status.png"));
    const isOther = (await serviceWorkerOf(page, site.url)) !== before;
    assert.equal(isOther, expected.keepsClosedSites);
  },
};

/** @returns the instance of the service worker, which each start of it changes */
async function serviceWorkerOf(page: BrowserPage, siteUrl: string): Promise<string> {
  await connectPage(page, siteUrl, "auto");
  return page.evaluate(async () => (await insitu.status()).worker.instance);
}

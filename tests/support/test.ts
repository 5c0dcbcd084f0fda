/**
 * Playwright's `test` with what the specs share: one server and one browser for all tests of a worker, since a
 * profile that has the model installed and its shaders compiled saves most of a test's time.
 */
import { type BrowserContext, type Page, test as base } from "@playwright/test";
import { connectPage } from "./connected-page.ts";
import { type Site, startSite } from "./site.ts";
import { withBrowser } from "./with-browser.ts";

export interface WorkerFixtures {
  /** The app at `/`, with a log of what reached the server. */
  readonly site: Site;
  /** A browser with a profile of its own, kept from test to test. */
  readonly sharedContext: BrowserContext;
}

export interface TestFixtures {
  /** A new tab, not yet anywhere; closed after the test. */
  readonly tab: Page;
  /** A new tab at `blank.html`, connected: see `connectPage`. */
  readonly connectedPage: Page;
  /** A browser with an empty profile for this test alone. */
  readonly freshContext: BrowserContext;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  sharedContext: [
    async ({}, use) => {
      await withBrowser(use);
    },
    { scope: "worker" },
  ],
  freshContext: async ({}, use) => {
    await withBrowser(use);
  },
  tab: async ({ sharedContext }, use) => {
    const tab = await sharedContext.newPage();
    await use(tab);
    await tab.close();
  },
  connectedPage: async ({ tab, site }, use) => {
    await use(await connectPage(tab, site.url));
  },
});

export { expect } from "@playwright/test";

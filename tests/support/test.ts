/**
 * Playwright's `test` with the fixtures of all specs. One server and one browser serve all tests of a worker, because
 * a profile with the model installed and its shaders compiled saves most of a test's time.
 */
import { type BrowserContext, type Page, test as base } from "@playwright/test";
import { connectPage } from "./connected-page.ts";
import { type Site, startSite } from "./site.ts";
import { withBrowser } from "./with-browser.ts";

export interface WorkerFixtures {
  /** The app at `/`, with a log of the requests that reached the server. */
  readonly site: Site;
  /** A browser whose profile is kept from test to test. */
  readonly sharedContext: BrowserContext;
}

export interface TestFixtures {
  /** A new blank tab, closed after the test. */
  readonly tab: Page;
  /** A new tab at `blank.html`, connected by `connectPage`. */
  readonly connectedPage: Page;
  /** A browser with an empty profile, only for this test. */
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

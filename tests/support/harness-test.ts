/** Playwright's `test` with a page that runs the engines without the service. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ROOT } from "../../cli/build.ts";
import { startStaticServer } from "../../cli/static-server.ts";
import { buildHarness, HARNESS_PREFIX } from "../harness/build-harness.ts";
import { test as base } from "./test.ts";
import { buildSite, CONFIG, fixtureMounts } from "./site.ts";

export interface HarnessFixtures {
  /** A page with the global `harnessModule`: the exports of `tests/harness/harness.ts`. */
  readonly harness: Page;
}

export const test = base.extend<HarnessFixtures, { harnessUrl: string }>({
  harnessUrl: [
    async ({}, use) => {
      const folder = await buildHarness(join(ROOT, CONFIG), join(ROOT, ".cache", "harness-e2e"));
      const server = await startStaticServer({
        root: await buildSite(),
        mounts: [{ prefix: HARNESS_PREFIX, folder }, ...fixtureMounts()],
      });
      await use(server.url);
      await server.close();
    },
    { scope: "worker" },
  ],
  harness: async ({ tab, harnessUrl }, use) => {
    await tab.goto(new URL("blank.html", harnessUrl).href);
    await tab.evaluate(
      async (url) => {
        globalThis.harnessModule = await import(url);
      },
      new URL(`${HARNESS_PREFIX.slice(1)}harness.js`, harnessUrl).href,
    );
    await use(tab);
  },
});

export { expect } from "@playwright/test";

/** Playwright's `test` with tabs whose engine's host is `tests/harness/cpu-host.ts`. */
import { join } from "node:path";
import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { ROOT } from "../../cli/build.ts";
import { buildCpuHost, CPU_HOST_PREFIX } from "../harness/build-cpu-host.ts";
import { openConnectedPage } from "./connected-page.ts";
import { CONFIG, type Site, startSite } from "./site.ts";
import { withBrowser } from "./with-browser.ts";

export interface CpuHostFixtures {
  /** A browser with an empty profile and a back/forward cache, which Playwright's own switches disable. */
  readonly context: BrowserContext;
  /** Opens a tab that is connected, also to the host, which a page else starts when it needs it. */
  readonly openTab: () => Promise<Page>;
}

export const test = base.extend<CpuHostFixtures, { cpuHostSite: Site }>({
  cpuHostSite: [
    async ({}, use) => {
      const folder = await buildCpuHost(join(ROOT, CONFIG), join(ROOT, ".cache", "cpu-host"));
      const site = await startSite({ mounts: [{ prefix: CPU_HOST_PREFIX, folder }] });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  context: async ({}, use) => {
    await withBrowser(
      async (context) => {
        await context.addInitScript(useCpuHost, `${CPU_HOST_PREFIX}cpu-host.js`);
        await use(context);
      },
      { withoutSwitches: ["--disable-back-forward-cache"] },
    );
  },
  openTab: async ({ context, cpuHostSite }, use) => {
    await use(async () => {
      const tab = await openConnectedPage(context, cpuHostSite.url);
      await tab.evaluate(() => insitu.status());
      return tab;
    });
  },
});

/** In the page, before any other script: the engine's worker is another one. */
function useCpuHost(script: string): void {
  // The service's own policy does not admit it, and gives way to this one.
  globalThis.trustedTypes?.createPolicy("default", { createScriptURL: (url) => url });
  const replace = <Constructor extends typeof SharedWorker | typeof Worker>(constructor: Constructor) =>
    new Proxy(constructor, {
      construct: (target, [url, options]) =>
        Reflect.construct(target, [options?.name?.startsWith("insitu-engine") ? script : url, options]),
    });
  globalThis.SharedWorker = replace(SharedWorker);
  globalThis.Worker = replace(Worker);
}

export { expect } from "@playwright/test";

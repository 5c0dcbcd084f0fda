/**
 * Playwright's `test` with tabs of a browser whose SharedWorkers cannot run the engine: one tab leads, and has the
 * engine's worker.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, type Page, test as base, type Worker } from "@playwright/test";
import { ROOT } from "../../cli/build.ts";
import { connectPage } from "./connected-page.ts";
import { buildSite, type Site, startSite } from "./site.ts";
import { withBrowser } from "./with-browser.ts";

export interface LeaderFixtures {
  /** `absent`, as in Chrome on Android; `without-gpu`: with the build's scripts, but without WebGPU. */
  readonly sharedWorkers: "absent" | "without-gpu" | "present";
  /** The browser of the tabs: `sharedContext`, unless a spec needs an empty profile for each test. */
  readonly tabContext: BrowserContext;
  /** Opens a tab that is connected to the service, but needs no host yet. */
  readonly openIdleTab: () => Promise<Page>;
  /** Opens a tab that is connected to the engine's host. The first one leads. */
  readonly openTab: () => Promise<Page>;
}

export interface LeaderWorkerFixtures {
  readonly site: Site;
  /** A browser with a back/forward cache, which Playwright's own switches disable. Its profile is kept. */
  readonly sharedContext: BrowserContext;
}

/** Below `assets/`, so that scripts there get the headers of the app's workers. */
const WITHOUT_GPU_PREFIX = "/assets/without-gpu/";

export const test = base.extend<LeaderFixtures, LeaderWorkerFixtures>({
  sharedWorkers: ["absent", { option: true }],
  site: [
    async ({}, use) => {
      const folder = writeScriptsWithoutGpu(await buildSite());
      const site = await startSite({ mounts: [{ prefix: WITHOUT_GPU_PREFIX, folder }] });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  sharedContext: [
    async ({}, use) => {
      await withBrowser(use, { withoutSwitches: ["--disable-back-forward-cache"] });
    },
    { scope: "worker" },
  ],
  tabContext: async ({ sharedContext }, use) => {
    await use(sharedContext);
  },
  openIdleTab: async ({ tabContext, site, sharedWorkers }, use) => {
    const tabs: Page[] = [];
    await use(async () => {
      const tab = await tabContext.newPage();
      tabs.push(tab);
      if (sharedWorkers === "absent") await tab.addInitScript(deleteSharedWorkers);
      if (sharedWorkers === "without-gpu")
        await tab.addInitScript(hideGpuFromSharedWorkers, WITHOUT_GPU_PREFIX);
      return connectPage(tab, site.url);
    });
    for (const tab of tabs) await tab.close();
  },
  openTab: async ({ openIdleTab }, use) => {
    await use(async () => {
      const tab = await openIdleTab();
      // Of an earlier test. This needs the host.
      await tab.evaluate(() => insitu.settings.set({ engine: null }));
      await tab.evaluate(() => insitu.status());
      return tab;
    });
  },
});

function deleteSharedWorkers(): void {
  Reflect.deleteProperty(globalThis, "SharedWorker");
}

/** Write a script for each of the build's, which hides WebGPU before it runs that one. @returns their folder */
function writeScriptsWithoutGpu(build: string): string {
  const folder = join(ROOT, ".cache", "without-gpu");
  mkdirSync(folder, { recursive: true });
  const hide = 'Object.defineProperty(navigator, "gpu", { value: undefined });\n';
  writeFileSync(join(folder, "hide-gpu.js"), hide);
  for (const name of readdirSync(join(build, "assets")).filter((file) => file.endsWith(".js")))
    writeFileSync(join(folder, name), `import "./hide-gpu.js";\nimport "../${name}";\n`);
  return folder;
}

/** In the page, before any other script. */
function hideGpuFromSharedWorkers(prefix: string): void {
  // The service's own policy does not admit the script, and gives way to this one.
  globalThis.trustedTypes?.createPolicy("default", { createScriptURL: (url) => url });
  globalThis.SharedWorker = new Proxy(SharedWorker, {
    construct: (target, [url, options]) =>
      Reflect.construct(target, [String(url).replace("/assets/", prefix), options]),
  });
}

/** The workers of the tabs whose name is `name`, with their tabs. */
async function workersNamed(name: string, tabs: readonly Page[]): Promise<[Page, Worker][]> {
  const named: [Page, Worker][] = [];
  for (const tab of tabs)
    for (const worker of tab.workers())
      // One that ends meanwhile counts no more.
      if ((await worker.evaluate(() => self.name).catch(() => "")) === name) named.push([tab, worker]);
  return named;
}

/** The numbers of engine workers and of CPU workers in the tabs. */
export async function countWorkers(tabs: readonly Page[]): Promise<[engine: number, cpu: number]> {
  const engines = await workersNamed("insitu-engine", tabs);
  return [engines.length, (await workersNamed("insitu-cpu-worker", tabs)).length];
}

/** The tab that has the engine's worker. @throws unless there is exactly one */
export async function leaderOf(tabs: readonly Page[]): Promise<Page> {
  const leaders = await workersNamed("insitu-engine", tabs);
  const [leader] = leaders;
  if (leader === undefined || leaders.length > 1) throw new Error(`${leaders.length} tabs have a worker.`);
  return leader[0];
}

export { expect } from "@playwright/test";

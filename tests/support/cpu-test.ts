/** Playwright's `test` with a page that runs the CPU engine without the service. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ROOT } from "../../cli/build.ts";
import { startStaticServer } from "../../cli/static-server.ts";
import { buildCpuHarness, CPU_HARNESS_PREFIX } from "../harness/build-cpu-harness.ts";
import { buildSite } from "./site.ts";
import { test as base } from "./test.ts";

const EMBEDDED = "models/smollm2-135m-instruct";

/** The module that the page has as the global `cpu`. */
export type CpuModule = typeof import("../harness/cpu.ts");

export interface CpuFixtures {
  readonly cpuPage: Page;
}

export const test = base.extend<CpuFixtures, { cpuUrl: string }>({
  cpuUrl: [
    async ({}, use) => {
      const folder = await buildCpuHarness(join(ROOT, ".cache", "cpu-harness"));
      const server = await startStaticServer({
        root: await buildSite(),
        mounts: [
          { prefix: CPU_HARNESS_PREFIX, folder },
          // The build has the files that are made from the GGUF, but not itself.
          { prefix: `/${EMBEDDED}/`, folder: join(ROOT, "public", EMBEDDED) },
        ],
      });
      await use(server.url);
      await server.close();
    },
    { scope: "worker" },
  ],
  cpuPage: async ({ tab, cpuUrl }, use) => {
    await tab.goto(new URL("blank.html", cpuUrl).href);
    await tab.evaluate(
      async (url) => {
        globalThis.cpu = await import(url);
      },
      new URL(`${CPU_HARNESS_PREFIX.slice(1)}cpu.js`, cpuUrl).href,
    );
    await use(tab);
  },
});

export { expect } from "@playwright/test";

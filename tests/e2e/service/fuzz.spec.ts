/** Quick run of the browser part of `npm run fuzz`, on each engine. */
import type { EngineName } from "../../../src/contract/engine-name.ts";
import { QUICK_BROWSER_RUNS, runBrowserSuite } from "../../fuzz/browser-suite.ts";
import { connectPage } from "../../support/connected-page.ts";
import { expect, test } from "../../support/test.ts";

/**
 * Fixed, so that a failure comes from a change of the code; `npm run fuzz` takes new seeds. Among the first seeds, this
 * one reaches the model most often for its time: with a third of the bodies.
 */
const SEED = 5;

for (const engine of ["web-llm", "wllama"] satisfies readonly EngineName[]) {
  test(`withstands hostile bodies, on ${engine}`, async ({ tab, site }) => {
    test.setTimeout(420_000);
    const page = await connectPage(tab, site.url, engine);
    const runs = QUICK_BROWSER_RUNS;
    const { passed, failed, text, counts } = await runBrowserSuite({ page, runs, seed: SEED });
    await page.evaluate(() => insitu.settings.set({ engine: null }));
    expect({ passed, failed }, text).toEqual({ passed: runs, failed: 0 });
    expect(text).toContain(`on ${engine}`);
    // Some bodies were accepted and some refused.
    expect(counts.get(200)).toBeGreaterThan(runs / 10);
    expect(counts.get(400)).toBeGreaterThan(runs / 10);
  });
}

/**
 * The cases of `tests/conformance`, one test per theme and engine. One client runs each case, `fetch` and the SDK in turn, and
 * of the themes that generate much text only every third case runs. `npm run conformance` runs all cases with both
 * clients and prints a verdict for each.
 */
import type { Page } from "@playwright/test";
import type { EnginePreference } from "../../../src/contract/engine-name.ts";
import { THEMES } from "../../conformance/cases/themes.ts";
import { preparePage, runCase } from "../../conformance/run-case.ts";
import { expect, test as base } from "../../support/test.ts";

const GENERATING = new Set(["characters", "images", "seeds", "stop", "streaming", "tools", "usage"]);
const ALL = process.env["INSITU_ALL"] !== undefined;

/** Tests with one page for all cases, so that the model is loaded once. */
function testOn(engine: EnginePreference) {
  return base.extend<object, { casePage: Page }>({
    casePage: [
      async ({ sharedContext, site }, use) => {
        const page = await sharedContext.newPage();
        await preparePage(page, site.url, engine);
        await use(page);
        await page.close();
      },
      { scope: "worker", timeout: 120_000 },
    ],
  });
}

// With `auto`, the models run on the CPU, since the adapter is software.
for (const engine of ["web-llm", "auto"] as const) {
  const test = testOn(engine);
  for (const { name, cases: table } of THEMES) {
    const cases = ALL || !GENERATING.has(name) ? table : table.filter((_, index) => index % 3 === 0);
    test(`${name}, with the engine ${engine}`, async ({ casePage, site }) => {
      test.setTimeout(180_000);
      site.requests.length = 0;
      const problems: string[] = [];
      for (const [index, row] of cases.entries()) {
        const order = index % 2 === 0 ? (["fetch", "sdk"] as const) : (["sdk", "fetch"] as const);
        for await (const verdict of runCase(casePage, row, { order, firstOnly: true })) {
          if (verdict.problem !== undefined) problems.push(`${verdict.name}: ${verdict.problem}`);
        }
      }
      expect(problems.join("\n\n")).toBe("");
      // No prompt reached the server.
      expect(site.requests.filter(({ path }) => path.startsWith("/v1"))).toEqual([]);
    });
  }
}

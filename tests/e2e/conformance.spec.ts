/**
 * The table of `tests/conformance`, a test for each theme of it. Each case is run by one client, plain fetch and
 * the SDK in turn; `npm run conformance` runs it by both and prints a verdict for each.
 */
import type { Page } from "@playwright/test";
import { THEMES } from "../conformance/cases/themes.ts";
import { preparePage, runCase } from "../conformance/run-case.ts";
import { expect, test as base } from "./support/test.ts";

/** One page for all cases: the model is loaded once. */
const test = base.extend<object, { casePage: Page }>({
  casePage: [
    async ({ sharedContext, site }, use) => {
      const page = await sharedContext.newPage();
      await preparePage(page, site.url);
      await use(page);
      await page.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

for (const { name, cases } of THEMES) {
  test(name, async ({ casePage, site }) => {
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
    // A prompt must not leave the machine by accident.
    expect(site.requests.filter(({ path }) => path.startsWith("/v1"))).toEqual([]);
  });
}

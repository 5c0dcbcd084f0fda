/**
 * The quick scenarios of `npm run test:browsers` in Firefox and WebKitGTK, where they are installed; the command
 * installs them, and has more scenarios.
 */
import { missingOf } from "../../browsers/browser-kind.ts";
import { EXPECTATIONS } from "../../browsers/expectations.ts";
import { KINDS } from "../../browsers/kinds.ts";
import { runScenario } from "../../browsers/run-scenarios.ts";
import { QUICK_SCENARIOS } from "../../browsers/scenarios.ts";
import { expect, test } from "../../support/test.ts";

for (const kind of KINDS) {
  const missing = missingOf(kind).map(({ what }) => what);
  const note =
    missing.length === 0 ? "" : ` (not installed: ${missing.join(", ")}; see npm run test:browsers)`;
  test(`${kind.name} connects, lists models and answers with each engine that it runs${note}`, async ({
    site,
  }, testInfo) => {
    test.skip(missing.length > 0);
    const browser = await kind.launch();
    try {
      for (const engine of EXPECTATIONS[kind.name].engines) {
        for (const scenario of QUICK_SCENARIOS) {
          const options = { browser, engine, site, pictures: testInfo.outputDir };
          const verdict = await runScenario(scenario, options);
          const problem = verdict.type === "failed" ? verdict.problem : "";
          expect(problem, `${browser.name} ${browser.version}, ${engine}: ${scenario.name}`).toBe("");
        }
      }
    } finally {
      await browser.close();
    }
  });
}

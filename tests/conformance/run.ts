/**
 * `npm run conformance [-- --only TEXT]`: runs every case in Chromium, through the service worker, against the real
 * engine with a fixture model. Prints one verdict per line, and `N passed, N failed` as the last line.
 */
import { parseArgs } from "node:util";
import { withOpenSite } from "../support/open-site.ts";
import { THEMES } from "./cases/themes.ts";
import { preparePage, runCase } from "./run-case.ts";

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });

let passed = 0;
let failed = 0;
await withOpenSite(async ({ site, context }) => {
  const page = await context.newPage();
  await preparePage(page, site.url);
  for (const { name: theme, cases } of THEMES) {
    for (const row of cases.filter(({ name }) => `${theme}: ${name}`.includes(values.only))) {
      for await (const { name, problem } of runCase(page, row)) tell(`${theme}: ${name}`, problem);
    }
  }
  const leaked = site.requests.filter(({ path }) => path.startsWith("/v1"));
  tell("nothing under /v1 reached the network", leaked.length === 0 ? undefined : JSON.stringify(leaked));
});
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed`);

function tell(name: string, problem: string | undefined): void {
  if (problem === undefined) passed += 1;
  else failed += 1;
  console.log(`${problem === undefined ? "✓" : "✗"} ${name}`);
  if (problem !== undefined) console.log(problem.replace(/^/gm, "    "));
}

/**
 * `npm run conformance [-- --only TEXT]`: runs every case in Chromium, through the service worker, against the real
 * engine with a fixture model. Prints one verdict per line, and `N passed, M failed` as the last line.
 */
import { runCommand } from "../../cli/command-line.ts";
import { withOpenSite } from "../support/open-site.ts";
import { THEMES } from "./cases/themes.ts";
import { preparePage, runCase } from "./run-case.ts";

const HELP = `Run the cases of the contract in a browser. The last line is "N passed, M failed".

  npm run conformance -- [options]

  --only TEXT    only cases whose line, "THEME: CASE", contains the text
  --help         print this
`;

let passed = 0;
let failed = 0;

async function main({ only = "" }): Promise<void> {
  await runCases(only);
  if (failed > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${failed} failed`);
}

function runCases(only: string): Promise<void> {
  return withOpenSite(async ({ site, context }) => {
    const page = await context.newPage();
    await preparePage(page, site.url);
    for (const { name: theme, cases } of THEMES) {
      for (const row of cases.filter(({ name }) => `${theme}: ${name}`.includes(only))) {
        for await (const { name, problem } of runCase(page, row)) report(`${theme}: ${name}`, problem);
      }
    }
    const leaked = site.requests.filter(({ path }) => path.startsWith("/v1"));
    report("nothing under /v1 reached the network", leaked.length === 0 ? undefined : JSON.stringify(leaked));
  });
}

function report(name: string, problem: string | undefined): void {
  if (problem === undefined) passed += 1;
  else failed += 1;
  console.log(`${problem === undefined ? "✓" : "✗"} ${name}`);
  if (problem !== undefined) console.log(problem.replace(/^/gm, "    "));
}

await runCommand({ name: "npm run conformance", help: HELP, options: { only: { type: "string" } } }, main);

/**
 * `npm run conformance [-- --only TEXT] [--engine NAME]`: runs every case in Chromium, through the service worker, against the real
 * engine with a fixture model. Prints one verdict per line, and `N passed, M failed` as the last line.
 */
import { parseEngine } from "../../cli/engine-option.ts";
import { runCommand } from "../../cli/command-line.ts";
import type { EnginePreference } from "../../src/contract/engine-name.ts";
import { withOpenSite } from "../support/open-site.ts";
import { THEMES } from "./cases/themes.ts";
import { preparePage, runCase } from "./run-case.ts";

const HELP = `Run the cases of the contract in a browser. The last line is "N passed, M failed".

  npm run conformance -- [options]

  --only TEXT    only cases whose line, "THEME: CASE", contains the text
  --engine NAME  the engine: auto, web-llm or wllama; default: that of the deployment
  --help         print this
`;

let passed = 0;
let failed = 0;

interface Options {
  readonly only?: string;
  readonly engine?: string;
}

async function main({ only = "", engine }: Options): Promise<void> {
  await runCases(only, parseEngine(engine));
  if (failed > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${failed} failed`);
}

function runCases(only: string, engine: EnginePreference | undefined): Promise<void> {
  return withOpenSite(async ({ site, context }) => {
    const page = await context.newPage();
    await preparePage(page, site.url, engine);
    const { name } = await page.evaluate(async () => (await insitu.status()).host.engine);
    console.log(`Answered by ${name}.`);
    if (engine !== undefined && engine !== "auto")
      report(`the engine is ${engine}`, name === engine ? undefined : `It is ${name}.`);
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

await runCommand(
  {
    name: "npm run conformance",
    help: HELP,
    options: { only: { type: "string" }, engine: { type: "string" } },
  },
  main,
);

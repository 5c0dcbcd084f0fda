/** `npm run fuzz`: hostile bodies, cut streams and random schemas in Node, and bodies in a browser. */
import { type CommandValues, positiveInteger, runCommand } from "../../cli/command-line.ts";
import { parseEngine } from "../../cli/engine-option.ts";
import { createProgress } from "../../cli/progress.ts";
import type { EnginePreference } from "../../src/contract/engine-name.ts";
import { connectPage } from "../support/connected-page.ts";
import { withOpenSite } from "../support/open-site.ts";
import { BROWSER_RUNS, runBrowserSuite } from "./browser-suite.ts";
import type { SuiteOptions, FuzzVerdict } from "./suite.ts";
import { SCHEMA_SUITE, SUITES } from "./suites.ts";

const HELP = `Usage: npm run fuzz -- [--count N] [--seed S] [--no-browser] [--only-browser]
                            [--only-schemas] [--engine NAME]

Sends hostile requests to the service, and random schemas to its grammar compiler. The last line is "N passed, M failed".

  --count N       number of bodies (default 100,000); the other counts change in proportion
  --seed S        repeats the run of this seed (default: a random one)
  --no-browser    only the parts that run in Node
  --only-browser  only through a browser and a real model, which takes most of the time
  --only-schemas  only random schemas, 10,000 by default
  --engine NAME   the engine in the browser: auto, web-llm or wllama; default: that of the deployment
  --help          print this
`;

const progress = createProgress(process.stderr);

const OPTIONS = {
  count: { type: "string" },
  seed: { type: "string" },
  browser: { type: "boolean", default: true },
  "only-browser": { type: "boolean", default: false },
  "only-schemas": { type: "boolean", default: false },
  engine: { type: "string" },
} as const;

async function main(values: CommandValues<typeof OPTIONS>): Promise<void> {
  const onlySchemas = values["only-schemas"];
  const engine = parseEngine(values.engine);
  const inNode = onlySchemas ? SUITES.filter(({ name }) => name === SCHEMA_SUITE) : SUITES;
  const suites = [
    ...(values["only-browser"] ? [] : inNode),
    ...(values.browser && !onlySchemas
      ? [{ name: "bodies through a browser", runs: BROWSER_RUNS, run: runInBrowser(engine) }]
      : []),
  ];
  const [largest = 1] = inNode.map(({ runs }) => runs);
  const scale = (positiveInteger("--count", values.count) ?? largest) / largest;
  const seed = positiveInteger("--seed", values.seed);
  let passed = 0;
  let failed = 0;
  for (const { name, runs, run } of suites) {
    progress.show(`Trying ${name}…`);
    const verdict = await run({
      runs: Math.max(1, Math.round(runs * scale)),
      ...(seed === undefined ? {} : { seed }),
    });
    passed += verdict.passed;
    failed += verdict.failed;
    progress.clear();
    console.log(`${verdict.failed === 0 ? "✓" : "✗"} ${verdict.text}`);
  }
  if (failed > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${failed} failed`);
}

function runInBrowser(engine: EnginePreference | undefined) {
  return (options: SuiteOptions): Promise<FuzzVerdict> =>
    withOpenSite(async ({ site, context }) => {
      const page = await connectPage(await context.newPage(), site.url, engine);
      const onProgress = (done: number) => progress.show(`${done} bodies of ${options.runs} tried`);
      return runBrowserSuite({ ...options, page, onProgress });
    });
}

await runCommand(
  { name: "npm run fuzz", help: HELP, options: OPTIONS, allowNegative: true, beforeError: progress.clear },
  main,
);

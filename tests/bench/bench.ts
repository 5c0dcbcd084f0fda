/** `npm run bench`: speeds on this machine's adapter, as ratios of runners measured in turn within one run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { defineTsxHelper } from "../../cli/browser.ts";
import { ensureBuild, ROOT } from "../../cli/build.ts";
import { type CommandValues, positiveInteger, runCommand, UsageError } from "../../cli/command-line.ts";
import { createProgress } from "../../cli/progress.ts";
import { startStaticServer } from "../../cli/static-server.ts";
import { buildHarness, HARNESS_PREFIX } from "../harness/build-harness.ts";
import { readDeployment } from "../../tools/vite/deployment.ts";
import { CONFIG, fixtureMounts } from "../support/site.ts";
import { withBrowser } from "../support/with-browser.ts";
import { measureApp } from "./app.ts";
import type * as Bench from "./in-page.ts";
import { type EngineReport, print, type Report } from "./report.ts";

const HELP = `Usage: npm run bench -- [--part engines|app] [--quick] [--rounds N] [--json FILE]

Measures, one after the other in each round, in one page of one browser:
  adapter      the embedded model through our web-llm adapter
  web-llm      the same model through web-llm itself
  /v1 web-llm  the same model through the service worker, with the stock openai SDK
then, in turn likewise:
  /v1 wllama   the same model on the CPU through the service worker
  wllama       the same GGUF file through wllama itself, with one thread
then typing and scrolling in a long conversation of the app, compared with a short one.

  --part P     only this part: engines or app
  --quick      2 rounds of short prompts and replies
  --rounds N   number of rounds (default 5)
  --json FILE  also write every figure to a file
  --help       print this
`;

/** A page of the scope without a content security policy: wllama starts its worker from a `blob:` URL. */
const PAGE = "bench.html";
const DEPLOYMENT = "insitu.config.json";
const progress = createProgress(process.stderr);

const OPTIONS = {
  part: { type: "string" },
  quick: { type: "boolean", default: false },
  rounds: { type: "string" },
  json: { type: "string" },
} as const;

async function main(values: CommandValues<typeof OPTIONS>): Promise<void> {
  const rounds = positiveInteger("--rounds", values.rounds) ?? (values.quick ? 2 : 5);
  const { part } = values;
  if (part !== undefined && part !== "engines" && part !== "app")
    throw new UsageError(`--part takes engines or app, not "${part}".`);
  const report = await measure(rounds, values.quick, part);
  progress.clear();
  process.stdout.write(print(report));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

async function measure(rounds: number, quick: boolean, part?: "engines" | "app"): Promise<Report> {
  const root = await ensureBuild({ config: DEPLOYMENT, onProgress: progress.show });
  progress.show("Bundling the harness…");
  // The deployment of the fixtures, which includes the embedded model.
  const harness = await buildHarness(join(ROOT, CONFIG), join(ROOT, ".cache", "harness-bench"));
  const mounts = [{ prefix: HARNESS_PREFIX, folder: harness }, ...fixtureMounts()];
  const server = await startStaticServer({ root, mounts });
  try {
    return await withBrowser(async (context) => {
      await defineTsxHelper(context);
      const engines =
        part === "app" ? {} : { engines: await measureEngines(context, server.url, rounds, quick) };
      if (part === "engines") return engines;
      progress.show("Typing and scrolling in the app…");
      const page = await context.newPage();
      return { ...engines, app: await measureApp(page, server.url, rounds) };
    });
  } finally {
    await server.close();
  }
}

async function measureEngines(
  context: BrowserContext,
  url: string,
  rounds: number,
  quick: boolean,
): Promise<EngineReport> {
  await context.route(`**/${PAGE}`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  await page.exposeFunction("benchProgress", (text: string) => progress.show(text));
  await page.goto(new URL(PAGE, url).href);
  const report = await page.evaluate(
    async ({ bundle, plan }) => {
      const { measure: measureHere }: typeof Bench = await import(bundle);
      return await measureHere(plan);
    },
    {
      bundle: `${HARNESS_PREFIX}bench.js`,
      plan: {
        identity: readDeployment(join(ROOT, DEPLOYMENT)).identity,
        rounds,
        promptWords: quick ? 96 : 192,
        replyTokens: quick ? 24 : 48,
      },
    },
  );
  await page.close();
  return report;
}

await runCommand({ name: "npm run bench", help: HELP, options: OPTIONS, beforeError: progress.clear }, main);

/** `npm run bench`: speeds on this machine's adapter, as ratios of runners measured in turn within one run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
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
import { type AppReport, type EngineReport, type PrefixReport, print, type Report } from "./report.ts";

const HELP = `Usage: npm run bench -- [--part engines|prefixes|app] [--quick] [--rounds N] [--json FILE]

Measures, one after the other in each round, in one page of one browser:
  adapter      the embedded model through our web-llm adapter
  web-llm      the same model through web-llm itself
  /v1 web-llm  the same model through the service worker, with the stock openai SDK
then, in turn likewise:
  /v1 wllama   the same model on the CPU through the service worker
  wllama       the same GGUF file through wllama itself, with one thread
then, through /v1 on each engine, the first token of prompts that begin like earlier ones;
then typing and scrolling in a long conversation of the app, compared with a short one.

  --part P     only this part: engines, prefixes or app
  --quick      2 rounds of short prompts and replies
  --rounds N   number of rounds (default 5)
  --json FILE  also write every figure to a file
  --help       print this
`;

/** A page of the scope without a content security policy: wllama starts its worker from a `blob:` URL. */
const PAGE = "bench.html";
const DEPLOYMENT = "insitu.config.json";
const BUNDLE = `${HARNESS_PREFIX}bench.js`;
const progress = createProgress(process.stderr);

const PARTS = ["engines", "prefixes", "app"] as const;

type Part = (typeof PARTS)[number];

const OPTIONS = {
  part: { type: "string" },
  quick: { type: "boolean", default: false },
  rounds: { type: "string" },
  json: { type: "string" },
} as const;

async function main(values: CommandValues<typeof OPTIONS>): Promise<void> {
  const rounds = positiveInteger("--rounds", values.rounds) ?? (values.quick ? 2 : 5);
  const { part } = values;
  const parts = part === undefined ? PARTS : PARTS.filter((name) => name === part);
  if (parts.length === 0) throw new UsageError(`--part takes ${PARTS.join(", ")}, not "${part}".`);
  const report = await measure(rounds, values.quick, parts);
  progress.clear();
  process.stdout.write(print(report));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

async function measure(rounds: number, quick: boolean, parts: readonly Part[]): Promise<Report> {
  const root = await ensureBuild({ config: DEPLOYMENT, onProgress: progress.show });
  progress.show("Bundling the harness…");
  // The deployment of the fixtures, which includes the embedded model.
  const harness = await buildHarness(join(ROOT, CONFIG), join(ROOT, ".cache", "harness-bench"));
  const mounts = [{ prefix: HARNESS_PREFIX, folder: harness }, ...fixtureMounts()];
  const server = await startStaticServer({ root, mounts });
  try {
    return await withBrowser(async (context) => {
      await defineTsxHelper(context);
      const has = (part: Part) => parts.includes(part);
      const inPage = <Result>(run: (page: Page) => Promise<Result>) => withPage(context, server.url, run);
      return {
        ...(has("engines") && { engines: await inPage((page) => measureEngines(page, rounds, quick)) }),
        ...(has("prefixes") && { prefixes: await inPage((page) => measurePrefixes(page, rounds, quick)) }),
        ...(has("app") && { app: await measureTheApp(context, server.url, rounds) }),
      };
    });
  } finally {
    await server.close();
  }
}

/** Runs `run` in a page that can import the bench's bundle. */
async function withPage<Result>(
  context: BrowserContext,
  url: string,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  await page.route(`**/${PAGE}`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
  );
  await page.exposeFunction("benchProgress", (text: string) => progress.show(text));
  await page.goto(new URL(PAGE, url).href);
  const result = await run(page);
  await page.close();
  return result;
}

function measureEngines(page: Page, rounds: number, quick: boolean): Promise<EngineReport> {
  const { identity } = readDeployment(join(ROOT, DEPLOYMENT));
  const plan = { identity, rounds, promptWords: quick ? 96 : 192, replyTokens: quick ? 24 : 48 };
  return page.evaluate(
    async ({ bundle, plan }) => {
      const bench: typeof Bench = await import(bundle);
      return await bench.measure(plan);
    },
    { bundle: BUNDLE, plan },
  );
}

/** A prompt of 840 words is processed in a minute on the software adapter, and a round has eleven. */
function measurePrefixes(page: Page, rounds: number, quick: boolean): Promise<PrefixReport[]> {
  const plan = { rounds: quick ? 1 : Math.min(rounds, 2), words: quick ? 60 : 840 };
  return page.evaluate(
    async ({ bundle, plan }) => {
      const bench: typeof Bench = await import(bundle);
      return await bench.measurePrefixes(plan);
    },
    { bundle: BUNDLE, plan },
  );
}

async function measureTheApp(context: BrowserContext, url: string, rounds: number): Promise<AppReport> {
  progress.show("Typing and scrolling in the app…");
  return measureApp(await context.newPage(), url, rounds);
}

await runCommand({ name: "npm run bench", help: HELP, options: OPTIONS, beforeError: progress.clear }, main);

/** `npm run bench`: speeds on the adapter at hand, as ratios of things measured in turn in one run. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "../../cli/browser.ts";
import { ensureBuild, ROOT } from "../../cli/build.ts";
import { createProgress } from "../../cli/progress.ts";
import { startStaticServer } from "../../cli/static-server.ts";
import { buildHarness } from "../harness/build-harness.ts";
import type * as Bench from "./in-page.ts";
import { type Report, table } from "./report.ts";

const HELP = `Usage: npm run bench -- [--quick] [--rounds N] [--json FILE]

Measures, one after the other in each round, in one page of one browser:
  adapter   the embedded model through our web-llm adapter
  web-llm   the same through web-llm as it comes
  /v1       the same through the service worker with the stock openai SDK
  wllama    the same GGUF on the CPU with one thread

  --quick      2 rounds of short prompts and replies
  --rounds N   how many rounds (default 5)
  --json FILE  write every figure there as well
  --help       this text
`;

/** A page of the scope with no policy, as a stranger's may be: wllama starts its worker from a `blob:` URL. */
const PAGE = "bench.html";
const progress = createProgress(process.stderr);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 5));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a whole number from 1.");
  const report = await measure(rounds, values.quick);
  progress.clear();
  process.stdout.write(table(report));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

async function measure(rounds: number, quick: boolean): Promise<Report> {
  const root = await ensureBuild({ onProgress: progress.show });
  progress.show("Bundling the harness…");
  const harness = await buildHarness(join(ROOT, "insitu.config.json"), join(ROOT, ".cache", "harness-bench"));
  const server = await startStaticServer({ root, mounts: [{ prefix: "/harness/", folder: harness }] });
  const profile = mkdtempSync(join(tmpdir(), "insitu-bench-"));
  const context = await launchBrowser({ profile });
  try {
    await context.route(`**/${PAGE}`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
    );
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    await page.exposeFunction("benchProgress", (text: string) => progress.show(text));
    await page.goto(new URL(PAGE, server.url).href);
    return await page.evaluate(
      async ({ bundle, plan }) => {
        const { measure: measureHere }: typeof Bench = await import(bundle);
        return await measureHere(plan);
      },
      {
        bundle: "/harness/bench.js",
        plan: {
          rounds,
          promptWords: quick ? 96 : 192,
          replyTokens: quick ? 24 : 48,
        },
      },
    );
  } finally {
    await context.close();
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  progress.clear();
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

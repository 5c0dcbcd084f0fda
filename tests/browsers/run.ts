/** `npm run test:browsers`: the scenarios in Firefox and in WebKitGTK. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../cli/build.ts";
import { type CommandValues, runCommand, UsageError } from "../../cli/command-line.ts";
import { createProgress } from "../../cli/progress.ts";
import type { EngineName } from "../../src/contract/engine-name.ts";
import { startSite } from "../support/site.ts";
import type { BrowserKind } from "./browser-kind.ts";
import { EXPECTATIONS } from "./expectations.ts";
import { install } from "./install.ts";
import { KINDS } from "./kinds.ts";
import { runScenario, type Verdict } from "./run-scenarios.ts";
import type { Scenario } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";
import { type Column, formatTable } from "./table.ts";

const NAMES = KINDS.map(({ name }) => name).join("|");
const ENGINES: readonly { readonly name: EngineName }[] = [{ name: "web-llm" }, { name: "wllama" }];
const PICTURES = join(".cache", "browsers");
const width = Math.max(...SCENARIOS.map(({ name }) => name.length));

const HELP = `Use the built app in Firefox and in WebKitGTK, besides the tests in Chromium of npm test. As root on Debian, it
installs what is missing. Pictures of the app are in ${PICTURES}. The last line is "N passed, M failed".

  npm run test:browsers -- [options]

  --browser ${NAMES}
                      only this browser
  --engine ${ENGINES.map(({ name }) => name).join("|")}
                      only this engine, even in a browser that cannot run it; default: each that the browser runs
  --only SCENARIO     only this scenario
  --help              print this

Scenarios:
${SCENARIOS.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}\n`).join("")}`;

const OPTIONS = {
  browser: { type: "string" },
  engine: { type: "string" },
  only: { type: "string" },
} as const;

const progress = createProgress(process.stderr);

async function main({ browser, engine, only }: CommandValues<typeof OPTIONS>): Promise<void> {
  const kinds = choose("--browser", browser, KINDS);
  const engines = choose("--engine", engine, ENGINES).map(({ name }) => name);
  const scenarios = choose("--only", only, SCENARIOS);
  install(kinds, progress.show);
  const columns: Column[] = [];
  for (const kind of kinds) {
    const runnable = EXPECTATIONS[kind.name].engines;
    for (const name of engine === undefined ? runnable : engines)
      columns.push(await runIn(kind, name, scenarios));
  }
  console.log(
    `\n${formatTable(
      scenarios.map(({ name }) => name),
      columns,
    )}\n`,
  );
  const verdicts = columns.flatMap((column) => [...column.verdicts.values()]);
  const count = (type: Verdict["type"]) => verdicts.filter((verdict) => verdict.type === type).length;
  if (count("failed") > 0) process.exitCode = 1;
  console.log(`${count("passed")} passed, ${count("failed")} failed`);
}

function choose<Item extends { readonly name: string }>(
  option: string,
  wanted: string | undefined,
  items: readonly Item[],
): readonly Item[] {
  if (wanted === undefined) return items;
  const found = items.filter(({ name }) => name === wanted);
  if (found.length > 0) return found;
  throw new UsageError(`${option} is one of ${items.map(({ name }) => name).join(", ")}, not "${wanted}".`);
}

async function runIn(kind: BrowserKind, engine: EngineName, scenarios: readonly Scenario[]): Promise<Column> {
  const site = await startSite({ onProgress: progress.show });
  progress.show(`Starting ${kind.name}…`);
  const browser = await kind.launch();
  const title = `${browser.name} ${browser.version}, ${engine}`;
  const pictures = join(ROOT, PICTURES, `${kind.name}-${engine}`);
  mkdirSync(pictures, { recursive: true });
  const verdicts = new Map<string, Verdict>();
  try {
    for (const scenario of scenarios) {
      progress.show(`${title}: ${scenario.name}…`);
      const verdict = await runScenario(scenario, { browser, engine, site, pictures });
      verdicts.set(scenario.name, verdict);
      progress.clear();
      report(`${title}: ${scenario.name}`, verdict);
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return { title, verdicts };
}

function report(name: string, verdict: Verdict): void {
  if (verdict.type === "skipped") console.log(`- ${name}: ${verdict.reason}`);
  else console.log(`${verdict.type === "passed" ? "✓" : "✗"} ${name} (${verdict.seconds.toFixed(0)} s)`);
  if (verdict.type === "failed") console.log(verdict.problem.replace(/^/gm, "    "));
}

await runCommand(
  { name: "npm run test:browsers", help: HELP, options: OPTIONS, beforeError: progress.clear },
  main,
);

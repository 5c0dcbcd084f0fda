import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { printStep, runSteps } from "../check/run-steps.ts";
import { STEPS } from "../check/steps.ts";
import { ROOT } from "../build.ts";
import { type Tally, tallyPlaywright, tallyVitest } from "./tally.ts";

export interface TestSuite {
  readonly name: string;
  /** Run the suite with its output on the terminal. */
  readonly run: () => Promise<Tally>;
}

const REPORTS = join(ROOT, ".cache", "reports");
const UNIT_REPORT = join(REPORTS, "unit.json");
/** The path in playwright.config.ts. */
const END_TO_END_REPORT = join(REPORTS, "end-to-end.json");

export const SUITES: readonly TestSuite[] = [
  { name: "Static checks", run: runChecks },
  {
    name: "Unit tests",
    run: () =>
      runTool(
        [
          "vitest/vitest.mjs",
          "run",
          "--reporter=default",
          "--reporter=json",
          `--outputFile.json=${UNIT_REPORT}`,
        ],
        UNIT_REPORT,
        tallyVitest,
      ),
  },
  {
    name: "End-to-end tests",
    run: () => runTool(["@playwright/test/cli.js", "test"], END_TO_END_REPORT, tallyPlaywright),
  },
];

/** Each check counts as one test. */
async function runChecks(): Promise<Tally> {
  const failed = await runSteps(STEPS, printStep);
  return { passed: STEPS.length - failed.length, skipped: 0, failed };
}

/** Run a test runner and count the tests in its JSON report. Without a report, the whole run counts as one failure. */
async function runTool(
  [program = "", ...options]: readonly string[],
  report: string,
  tally: (report: unknown) => Tally,
): Promise<Tally> {
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  const file = join(ROOT, "node_modules", ...program.split("/"));
  const child = spawn(process.execPath, [file, ...options], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const status = await new Promise<number | null>((done, fail) => {
    child.once("error", fail);
    child.once("close", done);
  });
  const unexplained = `${program.split("/", 1)[0]} ended with exit status ${status}`;
  try {
    const counts = tally(JSON.parse(readFileSync(report, "utf8")));
    return status === 0 || counts.failed.length > 0 ? counts : { ...counts, failed: [unexplained] };
  } catch {
    return { passed: 0, skipped: 0, failed: [`${unexplained} and no report`] };
  }
}

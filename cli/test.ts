/** `npm test [-- --all]`: checks, unit tests and end-to-end tests; the last line counts all of them. */
import { runCommand } from "./command-line.ts";
import { SUITES } from "./test/suites.ts";

const HELP = `Run the static checks, the unit tests and the end-to-end tests. The last line is "N passed, M failed".

  npm test -- [options]

  --all     run the slow tests too: those tagged @long, and all cases where usually a part runs
  --help    print this
`;

async function main({ all = false }): Promise<void> {
  if (all) process.env["INSITU_ALL"] = "1";
  await runSuites();
}

async function runSuites(): Promise<void> {
  let passed = 0;
  let skipped = 0;
  const failed: string[] = [];
  for (const { name, run } of SUITES) {
    console.log(`\n── ${name}`);
    const tally = await run();
    passed += tally.passed;
    skipped += tally.skipped;
    failed.push(...tally.failed.map((test) => `${name}: ${test}`));
  }
  console.log(failed.length === 0 ? "" : `\nFailed:\n${failed.map((test) => `  ✗ ${test}`).join("\n")}\n`);
  if (skipped > 0) console.log(`${skipped} skipped`);
  if (failed.length > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${failed.length} failed`);
}

await runCommand({ name: "npm test", help: HELP, options: { all: { type: "boolean" } } }, main);

/**
 * `npm test [-- --all]`: checks, unit tests and end-to-end tests; the last line counts over all of them. `--all`
 * runs what takes long too: tests marked @long, and the whole of those that otherwise do a part.
 */
import { parseArgs } from "node:util";
import { SUITES } from "./test/suites.ts";

const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });
if (values.all) process.env["INSITU_ALL"] = "1";

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

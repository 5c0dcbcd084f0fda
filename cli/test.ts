/** `npm test`: checks, unit tests and end-to-end tests; the last line counts over all of them. */
import { SUITES } from "./test/suites.ts";

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

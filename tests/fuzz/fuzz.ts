/**
 * `npm run fuzz [-- --count N] [--seed S]`: hostile bodies and cut streams against the server function. N
 * bodies (100,000) and a tenth of it streams; the last line is `N passed, N failed`.
 */
import { parseArgs } from "node:util";
import { SUITES } from "./suites.ts";

const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
const [largest = 1] = SUITES.map(({ runs }) => runs);
const scale = (integer("count", values.count) ?? largest) / largest;
const seed = integer("seed", values.seed);

let passed = 0;
let failed = 0;
for (const { runs, run } of SUITES) {
  const verdict = await run({
    runs: Math.max(1, Math.round(runs * scale)),
    ...(seed === undefined ? {} : { seed }),
  });
  passed += verdict.passed;
  failed += verdict.failed;
  console.log(`${verdict.failed === 0 ? "✓" : "✗"} ${verdict.text}`);
}
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed`);

function integer(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  console.error(`--${name} must be a positive whole number: ${text} is none.`);
  process.exit(2);
}

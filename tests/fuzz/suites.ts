/** The parts of the fuzz run, and how often each runs. */
import { runBodySuite } from "./body-suite.ts";
import { runSchemaSuite } from "./schema-suite.ts";
import { runStreamSuite } from "./stream-suite.ts";
import type { SuiteOptions, Verdict } from "./suite.ts";

export interface Suite {
  readonly name: string;
  /** Of `npm run fuzz`. */
  readonly runs: number;
  /** Of `npm test`. */
  readonly quickRuns: number;
  readonly run: (options: SuiteOptions) => Promise<Verdict>;
}

export const SCHEMA_SUITE = "random schemas";

export const SUITES: readonly Suite[] = [
  { name: "hostile bodies", runs: 100_000, quickRuns: 2_000, run: runBodySuite },
  { name: "streams cut at random", runs: 10_000, quickRuns: 200, run: runStreamSuite },
  { name: SCHEMA_SUITE, runs: 10_000, quickRuns: 300, run: runSchemaSuite },
];

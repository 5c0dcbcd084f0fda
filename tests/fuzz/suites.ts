/** The parts of the fuzz run, with their counts. */
import { runBodySuite } from "./body-suite.ts";
import { runSchemaSuite } from "./schema-suite.ts";
import { runStreamSuite } from "./stream-suite.ts";
import type { SuiteOptions, FuzzVerdict } from "./suite.ts";

export interface FuzzSuite {
  readonly name: string;
  /** Count of `npm run fuzz`. */
  readonly runs: number;
  /** Count of `npm test`. */
  readonly quickRuns: number;
  readonly run: (options: SuiteOptions) => Promise<FuzzVerdict>;
}

export const SCHEMA_SUITE = "random schemas";

export const SUITES: readonly FuzzSuite[] = [
  { name: "hostile bodies", runs: 100_000, quickRuns: 2_000, run: runBodySuite },
  { name: "streams cut at random", runs: 10_000, quickRuns: 200, run: runStreamSuite },
  { name: SCHEMA_SUITE, runs: 10_000, quickRuns: 300, run: runSchemaSuite },
];

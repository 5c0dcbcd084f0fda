/** Options, limits and verdict of a part of the fuzz run. */

/** Limits that no run reaches. */
export const UNLIMITED = { requests_per_minute: 2 ** 40, tokens_per_minute: 2 ** 40 };

export interface SuiteOptions {
  readonly runs: number;
  /** Random by default. */
  readonly seed?: number;
}

export interface FuzzVerdict {
  readonly passed: number;
  /** 1 if a counterexample was found, which ends the search. */
  readonly failed: number;
  /** The report: one line, or several with a counterexample. */
  readonly text: string;
}

/** Counts by status, in the order of the statuses: "1 got 200, 2 got 400". */
export function sharesOf(counts: ReadonlyMap<number, number>): string {
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} got ${status}`)
    .join(", ");
}

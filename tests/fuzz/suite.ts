/** What every part of the fuzz run gives. */
export interface SuiteOptions {
  readonly runs: number;
  /** Where absent, another one each time. */
  readonly seed?: number;
}

export interface Verdict {
  readonly passed: number;
  /** 1 where a counterexample was found: the search ends there. */
  readonly failed: number;
  /** One line for a person; with a counterexample, several. */
  readonly text: string;
}

/** How many of which status, in the order of the statuses: "1 got 200, 2 got 400". */
export function sharesOf(counts: ReadonlyMap<number, number>): string {
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} got ${status}`)
    .join(", ");
}

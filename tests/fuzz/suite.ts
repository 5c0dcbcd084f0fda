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

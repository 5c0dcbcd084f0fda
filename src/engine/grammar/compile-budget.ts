/**
 * A bound on the work of compiling one request's schemas. The engine's worker serves every tab, and compiling
 * blocks it: so each operation that recurs or multiplies counts its steps here, and ends when they are spent.
 */

/** Some tenths of a microsecond each: together far below 250 ms on a slow core. */
export const MAX_STEPS = 80_000;

/** The steps are spent. The compiler of a document catches it and names the schema. */
export class CompileBudgetError extends Error {
  override readonly name = "CompileBudgetError";

  constructor() {
    super("The schemas of a request take too many steps to compile.");
  }
}

/** For looking at one of the many small parts of a grammar. */
export const STEPS_PER_EXPRESSION = 0.3;

export class CompileBudget {
  #spent = 0;

  constructor(readonly limit: number = MAX_STEPS) {}

  get spent(): number {
    return this.#spent;
  }

  /** @throws {CompileBudgetError} once more than `limit` steps were counted */
  spend(steps = 1): void {
    this.#spent += steps;
    if (this.#spent > this.limit) throw new CompileBudgetError();
  }
}

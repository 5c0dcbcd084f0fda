/**
 * Bounds the work of compiling one request's schemas. Compiling blocks the engine worker, which serves every
 * tab, and a small schema can demand exponential work.
 *
 * A step is a piece of work of some tenths of a microsecond: a look-up in a map, a comparison of two
 * properties, 32 characters of text. Every loop and recursion over a schema calls `spend`, which throws once
 * the steps are used up. Steps are counted instead of time so that every machine refuses the same schemas.
 */

/** All steps together take far less than 250 ms on a slow core. */
export const MAX_STEPS = 80_000;

/** A visit to one expression of a grammar, of which there are many. */
export const STEPS_PER_EXPRESSION = 0.3;

/** Text is hashed, copied or serialised at this speed. */
export const CHARACTERS_PER_STEP = 32;

/** The steps are used up. The schema compiler catches it and names the schema. */
export class CompileBudgetError extends Error {
  override readonly name = "CompileBudgetError";

  constructor() {
    super("The schemas of a request take too many steps to compile.");
  }
}

export class CompileBudget {
  #spent = 0;

  constructor(readonly limit: number = MAX_STEPS) {}

  get spent(): number {
    return this.#spent;
  }

  /** @throws {CompileBudgetError} once more than `limit` steps have been spent */
  spend(steps = 1): void {
    this.#spent += steps;
    if (this.#spent > this.limit) throw new CompileBudgetError();
  }
}

/** Whether what should outlive this context could be written of late. */

/** Told once when writing begins to fail, with the error behind it. */
export type ReportWriteProblem = (problem: string, cause: unknown) => void;

export class WriteHealth {
  readonly #report: ReportWriteProblem;
  #problem: string | null = null;

  constructor(report: ReportWriteProblem) {
    this.#report = report;
  }

  /** Two sentences for a person; null where the last write went well. */
  get problem(): string | null {
    return this.#problem;
  }

  succeeded(): void {
    this.#problem = null;
  }

  /** @throws `error` where it is not the database's */
  failed(error: unknown): void {
    if (!(error instanceof DOMException)) throw error;
    const known = this.#problem !== null;
    const state = error.name === "QuotaExceededError" ? "is full" : "cannot be written";
    this.#problem =
      `The browser's storage ${state}: requests are answered, but their usage, log and limits are not kept. ` +
      "Free some disk space, or remove a model.";
    if (!known) this.#report(this.#problem, error);
  }
}

/** Called once when writes begin to fail, with the error behind it. */
export type ReportWriteProblem = (problem: string, cause: unknown) => void;

/** Tracks if writes to the database succeed. */
export class WriteHealth {
  readonly #report: ReportWriteProblem;
  #problem: string | null = null;

  constructor(report: ReportWriteProblem) {
    this.#report = report;
  }

  /** The problem in two sentences for a person; null if the last write succeeded. */
  get problem(): string | null {
    return this.#problem;
  }

  succeeded(): void {
    this.#problem = null;
  }

  /** @throws `error` if it is not a `DOMException`, so not the database's */
  failed(error: unknown): void {
    if (!(error instanceof DOMException)) throw error;
    const reported = this.#problem !== null;
    const state = error.name === "QuotaExceededError" ? "is full" : "cannot be written";
    this.#problem =
      `The browser's storage ${state}: requests are answered, but their usage, log and limits are not kept. ` +
      "Free some disk space, or remove a model.";
    if (!reported) this.#report(this.#problem, error);
  }
}

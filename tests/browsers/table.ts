/** The table of verdicts at the end of a run. */
import type { Verdict } from "./run-scenarios.ts";

export interface Column {
  /** A browser with its version, and the engine. */
  readonly title: string;
  /** Verdicts by the scenario's name. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/** @param names of the scenarios, one row each */
export function formatTable(names: readonly string[], columns: readonly Column[]): string {
  const rows = [
    ["", ...columns.map(({ title }) => title)],
    ...names.map((name) => [name, ...columns.map(({ verdicts }) => cell(verdicts.get(name)))]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cell(verdict: Verdict | undefined): string {
  switch (verdict?.type) {
    case undefined:
      return "not run";
    case "skipped":
      return verdict.reason;
    case "passed":
      return `passed (${verdict.seconds.toFixed(0)} s)`;
    case "failed":
      return `FAILED (${verdict.seconds.toFixed(0)} s)`;
  }
}

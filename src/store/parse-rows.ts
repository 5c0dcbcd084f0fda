/** Parses rows that may be invalid: one invalid row must not break the service. */
import type * as z from "zod/mini";

/** Called for every row that does not parse, which is then treated as missing. */
export type ReportBadRow = (problem: string) => void;

/** Creates functions that parse rows with a schema, and omit and report those that do not match it. */
export function createRowParser(report: ReportBadRow) {
  function parseRow<T>(table: string, schema: z.ZodMiniType<T>, row: unknown): T | undefined {
    if (row === undefined) return undefined;
    const result = schema.safeParse(row);
    if (result.success) return result.data;
    const path = result.error.issues[0]?.path.join(".") ?? "";
    report(`A row of "${table}" is skipped: its field "${path}" is not what this build expects.`);
    return undefined;
  }

  return {
    parseRow,
    parseRows<T>(table: string, schema: z.ZodMiniType<T>, rows: readonly unknown[]): T[] {
      return rows.map((row) => parseRow(table, schema, row)).filter((row) => row !== undefined);
    },
  };
}

export type RowParser = ReturnType<typeof createRowParser>;

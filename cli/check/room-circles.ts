import { describeCircle, findCircles } from "./find-circles.ts";
import { IMPORT_TABLE, type ImportRule } from "./import-table.ts";

/**
 * Circles among the rooms of the import table, imports of types included.
 *
 * @returns one line for each circle, for example `a/ → b/ → a/`
 */
export function findRoomCircles(table: Readonly<Record<string, ImportRule>> = IMPORT_TABLE): string[] {
  const graph = new Map(
    Object.entries(table).map(([room, { code = [], types = [] }]) => [room, [...code, ...types]]),
  );
  return findCircles(graph).map(describeCircle);
}

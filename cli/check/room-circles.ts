import { IMPORT_TABLE, type ImportRule } from "./import-table.ts";

/**
 * Circles among the rooms of the import table, imports of types included.
 *
 * @returns one line for each circle, for example `a/ → b/ → a/`
 */
export function findRoomCircles(table: Readonly<Record<string, ImportRule>> = IMPORT_TABLE): string[] {
  const circles: string[] = [];
  const finished = new Set<string>();

  function visit(room: string, path: readonly string[]): void {
    const start = path.indexOf(room);
    if (start >= 0) circles.push([...path.slice(start), room].join(" → "));
    if (start >= 0 || finished.has(room)) return;
    const { code = [], types = [] } = table[room] ?? {};
    for (const next of [...code, ...types]) visit(next, [...path, room]);
    finished.add(room);
  }

  for (const room of Object.keys(table)) visit(room, []);
  return circles;
}

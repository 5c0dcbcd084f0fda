/** Holds the files below `src/` to the table of imports. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { IMPORT_TABLE, type ImportRule } from "./import-table.ts";
import { type Import, importsOf, isTest, modulesIn, targetOf } from "./imports-of.ts";

type Table = Readonly<Record<string, ImportRule>>;

/**
 * Imports below `folder` that the table does not allow.
 *
 * @returns one line each
 */
export function checkImports(folder: string, table: Table = IMPORT_TABLE): string[] {
  return modulesIn(folder).flatMap((file) =>
    checkFile(file, readFileSync(join(folder, file), "utf8"), table),
  );
}

/**
 * Imports of one file that the table does not allow.
 *
 * @param file relative to `src/`, with forward slashes
 */
export function checkFile(file: string, source: string, table: Table = IMPORT_TABLE): string[] {
  if (isTest(file)) return [];
  const room = rowOf(file, table);
  const rule = room === undefined ? undefined : table[room];
  if (room === undefined || rule === undefined)
    return [`src/${file} is in no room of cli/check/import-table.ts`];
  const faults = importsOf(file, source)
    .filter((found) => !isAllowed(file, found, room, rule, table))
    .map(({ specifier, typesOnly }) => {
      return `src/${file} may not import ${typesOnly ? "types of " : ""}"${specifier}": ${room} ${describe(rule)}`;
    });
  return [...new Set(faults)];
}

function rowOf(path: string, table: Table): string | undefined {
  const holding = Object.keys(table).filter((row) => holds(row, path));
  return holding.sort((a, b) => b.length - a.length)[0];
}

function holds(entry: string, path: string): boolean {
  return entry.endsWith("/") ? path.startsWith(entry) : path === entry;
}

function isAllowed(
  file: string,
  { specifier, typesOnly }: Import,
  room: string,
  rule: ImportRule,
  table: Table,
): boolean {
  const target = targetOf(file, specifier);
  if (target === undefined) {
    return rule.packages?.some((name) => specifier === name || specifier.startsWith(`${name}/`)) ?? false;
  }
  if (isTest(target)) return false;
  const targetRoom = rowOf(target, table);
  if (targetRoom === room) return true;
  return [...(rule.code ?? []), ...(typesOnly ? (rule.types ?? []) : [])].some(
    (entry) => entry === targetRoom || entry === target,
  );
}

function describe({ code = [], types = [], packages = [] }: ImportRule): string {
  const parts = [...code, ...types.map((path) => `types of ${path}`), ...packages];
  return parts.length === 0 ? "imports nothing else" : `imports ${parts.join(", ")}`;
}

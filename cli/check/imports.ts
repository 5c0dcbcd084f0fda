/** Holds the files below `src/` to the table of imports. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { parseSync } from "vite";
import { IMPORT_TABLE, type ImportRule } from "./import-table.ts";

type Table = Readonly<Record<string, ImportRule>>;

/** One import of a file: what it names, and whether types alone. */
interface Import {
  readonly specifier: string;
  readonly typesOnly: boolean;
}

/**
 * What breaks the table in the files below `folder`.
 *
 * @returns one line each, empty where nothing does
 */
export function checkImports(folder: string, table: Table = IMPORT_TABLE): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.[cm]?tsx?$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => file.split(sep).join("/"))
    .sort()
    .flatMap((file) => checkFile(file, readFileSync(join(folder, file), "utf8"), table));
}

/**
 * What breaks the table in one file.
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

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes("/testing/");
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
  if (!specifier.startsWith(".")) {
    return rule.packages?.some((name) => specifier === name || specifier.startsWith(`${name}/`)) ?? false;
  }
  const target = posix.join(posix.dirname(file), specifier);
  if (isTest(target)) return false;
  if (rowOf(target, table) === room) return true;
  return [...(rule.code ?? []), ...(typesOnly ? (rule.types ?? []) : [])].some((entry) =>
    holds(entry, target),
  );
}

function describe({ code = [], types = [], packages = [] }: ImportRule): string {
  const parts = [...code, ...types.map((path) => `types of ${path}`), ...packages];
  return parts.length === 0 ? "imports nothing else" : `imports ${parts.join(", ")}`;
}

/** Static and dynamic imports and re-exports; `import("…").Type` in a type is not one of them. */
function importsOf(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source);
  if (errors[0] !== undefined) throw new Error(`src/${file} cannot be parsed: ${errors[0].message}`);
  const found = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest !== null) found.push({ specifier: moduleRequest.value, typesOnly: isType });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    found.push({ specifier: text.replaceAll(/^["'`]|["'`]$/g, ""), typesOnly: false });
  }
  return found;
}

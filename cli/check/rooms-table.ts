/** The table of rooms in ARCHITECTURE.md, whose last column must match the enforced import rules. */
import { IMPORT_TABLE, type ImportRule } from "./import-table.ts";

/** A row of the table: `room` and `imports` as Markdown. */
const ROW = /^\| `(?<room>[^`]+)` \|[^|]*\|(?<imports>[^|]*)\|$/;

/**
 * Compare the table below the heading "Rooms" with the import rules.
 *
 * @param markdown the whole document
 * @returns one line for each difference, with the correct text
 */
export function checkRoomsTable(
  markdown: string,
  rules: Readonly<Record<string, ImportRule>> = IMPORT_TABLE,
): string[] {
  const [, section = ""] = /^## Rooms\n(.*?)(?=^## |(?![^]))/ms.exec(markdown) ?? [];
  const rows = section.split("\n").flatMap((line) => {
    const { room = "", imports = "" } = ROW.exec(line)?.groups ?? {};
    return room === "" ? [] : [{ room, imports: imports.trim() }];
  });
  const unknown = rows
    .filter(({ room }) => !Object.hasOwn(rules, room))
    .map(({ room }) => `\`${room}\` is not a room of cli/check/import-table.ts`);
  const wrong = Object.entries(rules).flatMap(([room, rule]) => {
    const row = rows.find((candidate) => candidate.room === room);
    const expected = describeImports(rule);
    if (row?.imports === expected) return [];
    return [`\`${room}\` ${row === undefined ? "has no row; its imports are" : "should say"}: ${expected}`];
  });
  return [...unknown, ...wrong];
}

/** An import rule as Markdown. */
export function describeImports({ code = [], types = [], packages = [] }: ImportRule): string {
  const parts = [
    listOf(code),
    types.length > 0 ? `types of ${listOf(types)}` : "",
    packages.length > 0 ? `packages ${listOf(packages)}` : "",
  ];
  return parts.filter((part) => part !== "").join("; ") || "nothing";
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

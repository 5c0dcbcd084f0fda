import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../build.ts";
import { checkRoomsTable, describeImports } from "./rooms-table.ts";

const rules = { "a/": { code: ["b/"], types: ["c/"], packages: ["zod"] }, "b/": {} };
const table = (...rows: string[]) =>
  ["# T", "## Rooms", "| room | contents | may import |", "| --- | --- | --- |", ...rows, "## Next"].join(
    "\n",
  );

describe("the table of rooms", () => {
  it("in ARCHITECTURE.md says what the lint enforces", () => {
    expect(checkRoomsTable(readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8"))).toEqual([]);
  });

  it("is right where each row says what its rule says", () => {
    const right = table("| `a/` | x | `b/`; types of `c/`; packages `zod` |", "| `b/` | y | nothing |");
    expect(checkRoomsTable(right, rules)).toEqual([]);
  });

  it("is wrong where a row is missing, unknown or differs", () => {
    const wrong = table("| `a/` | x | `b/` |", "| `z/` | y | nothing |");
    expect(checkRoomsTable(wrong, rules)).toEqual([
      "`z/` is not a room of cli/check/import-table.ts",
      "`a/` should say: `b/`; types of `c/`; packages `zod`",
      "`b/` has no row; its imports are: nothing",
    ]);
  });

  it("names a room that imports nothing", () => {
    expect(describeImports({})).toBe("nothing");
  });
});

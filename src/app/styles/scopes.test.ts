/** Every style sheet but the shared ones styles its own root and what is in it: no view changes another. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Block, blocksOf } from "./testing/blocks.ts";

const SHARED = new Set(["base.css", "ui.css"]);

/** The selectors that a sheet's rules stand under. */
const ROOTS: Readonly<Record<string, readonly string[]>> = {
  "chat.css": [".chat"],
  "composer.css": [".chat"],
  "conversations.css": [".chat"],
  "connect.css": [".connect-view"],
  "keys.css": [".keys-view"],
  "markdown.css": [".markdown"],
  "models.css": [".models-view"],
  "settings.css": [".settings-view"],
  "shell.css": [".shell", ".skip-link", ".shell-header", ".notices", ".shell-main", ".erased"],
  "status.css": [".status-view"],
};
/** The views are in these: a rule for what is in them would be one for the views. */
const HOLD_VIEWS: ReadonlySet<string> = new Set([".shell", ".shell-main"]);

/** The root in some state. Elsewhere `&` could lead to what is beside the root or around it. */
const ROOT_ITSELF = /^&[:[.][^\s,+~>&]*$/;

const folder = import.meta.dirname;
const sheets = readdirSync(folder).filter((file) => file.endsWith(".css"));
const read = (sheet: string) => blocksOf(readFileSync(join(folder, sheet), "utf8"));

/** Selectors of a top-level block that reach beyond the roots. */
function straysOf({ prelude, inner }: Block, roots: readonly string[]): readonly string[] {
  if (prelude.startsWith("@keyframes")) return [];
  if (!roots.includes(prelude)) return [prelude];
  return inner
    .filter((selector) => !ROOT_ITSELF.test(selector))
    .filter((selector) => HOLD_VIEWS.has(prelude) || selector.includes("&"));
}

it.each(sheets.filter((sheet) => !SHARED.has(sheet)))("%s styles nothing outside its roots", (sheet) => {
  expect(read(sheet).flatMap((block) => straysOf(block, ROOTS[sheet] ?? []))).toEqual([]);
});

it("finds a rule that reaches beyond the root", () => {
  const css =
    ".keys-view { gap: 1px; &:hover { gap: 0 } @media print { & + p, .x { gap: 0 } } } p { gap: 0 }";
  expect(blocksOf(css).flatMap((block) => straysOf(block, [".keys-view"]))).toEqual(["& + p, .x", "p"]);
});

it("gives every animation a name of its own", () => {
  const names = sheets.flatMap(read).filter(({ prelude }) => prelude.startsWith("@keyframes"));
  expect(new Set(names.map(({ prelude }) => prelude)).size).toBe(names.length);
});

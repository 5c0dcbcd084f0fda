/** A view's style sheets style its own root and what is in it: no view changes another. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { type Block, blocksOf } from "./testing/blocks.ts";

/** The selectors that the rules of a folder's sheets stand under. */
const ROOTS: Readonly<Record<string, readonly string[]>> = {
  chat: [".chat"],
  connect: [".connect-view"],
  keys: [".keys-view"],
  markdown: [".markdown"],
  models: [".models-view"],
  settings: [".settings-view"],
  shell: [".shell", ".skip-link", ".shell-header", ".notices", ".shell-main", ".erased"],
  status: [".status-view"],
};
/** Folders of sheets for every view. */
const SHARED: ReadonlySet<string> = new Set(["styles", "ui"]);
/** The views are in these: a rule for what is in them would be one for the views. */
const HOLD_VIEWS: ReadonlySet<string> = new Set([".shell", ".shell-main"]);

/** The root in some state. Elsewhere `&` could lead to what is beside the root or around it. */
const ROOT_ITSELF = /^&[:[.][^\s,+~>&]*$/;

const app = join(import.meta.dirname, "..");
const sheets = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => file.split(sep).join("/"));
const folderOf = (sheet: string) => sheet.split("/")[0] ?? "";
const read = (sheet: string) => blocksOf(readFileSync(join(app, sheet), "utf8"));

/** Selectors of a top-level block that reach beyond the roots. */
function straysOf({ prelude, inner }: Block, roots: readonly string[]): readonly string[] {
  if (prelude.startsWith("@keyframes")) return [];
  if (!roots.includes(prelude)) return [prelude];
  return inner
    .filter((selector) => !ROOT_ITSELF.test(selector))
    .filter((selector) => HOLD_VIEWS.has(prelude) || selector.includes("&"));
}

describe("a view's sheets", () => {
  it.each(sheets.filter((sheet) => !SHARED.has(folderOf(sheet))))("%s styles nothing else", (sheet) => {
    const roots = ROOTS[folderOf(sheet)] ?? [];
    expect(read(sheet).flatMap((block) => straysOf(block, roots))).toEqual([]);
  });

  it("may not reach beyond their root", () => {
    const css =
      ".keys-view { gap: 1px; &:hover { gap: 0 } @media print { & + p, .x { gap: 0 } } } p { gap: 0 }";
    expect(blocksOf(css).flatMap((block) => straysOf(block, [".keys-view"]))).toEqual(["& + p, .x", "p"]);
  });
});

// Sheets of components come with their code: in which order is not known.
it("styles each class of a component in one sheet", () => {
  const owners = new Map<string, string>();
  for (const sheet of sheets.filter((file) => SHARED.has(folderOf(file)))) {
    const selectors = read(sheet).flatMap(({ prelude, inner }) =>
      prelude.startsWith("@") ? inner : [prelude],
    );
    for (const selector of selectors) {
      const [, subject = selector] = /^(?:[a-z]+|:is\()?\.([\w-]+)/.exec(selector) ?? [];
      expect(`${subject} in ${owners.get(subject) ?? sheet}`).toBe(`${subject} in ${sheet}`);
      owners.set(subject, sheet);
    }
  }
});

it("gives every animation a name of its own", () => {
  const names = sheets.flatMap(read).filter(({ prelude }) => prelude.startsWith("@keyframes"));
  expect(new Set(names.map(({ prelude }) => prelude)).size).toBe(names.length);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkDocLinks } from "./doc-links.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "doc-links-"));
  for (const folder of ["docs/deep", "tools", "tests", "public"])
    mkdirSync(join(root, folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));
const write = (file: string, text: string) => writeFileSync(join(root, file), text);

it("follows links to files and headings", () => {
  write(
    "README.md",
    "# Two `words`\n[a](docs/a.md) [b](docs/deep) [c](#two-words) [d](https://example.org/x)",
  );
  write("docs/a.md", "[r](../README.md#two-words)");
  expect(checkDocLinks(root)).toEqual([]);
});

it("names links that lead nowhere", () => {
  write("README.md", "[a](docs/a.md) [b](#none)");
  write("docs/deep/b.md", "[r](../README.md)");
  expect(checkDocLinks(root)).toEqual([
    "README.md links to docs/a.md, which does not exist",
    "README.md links to #none, but there is no such heading",
    "docs/deep/b.md links to ../README.md, which does not exist",
  ]);
});

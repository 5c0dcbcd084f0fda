import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { moduleGraph } from "./module-graph.ts";

const folder = mkdtempSync(join(tmpdir(), "insitu-graph-"));
mkdirSync(join(folder, "assets"));
const files = {
  "index.html": `<script type="module" crossorigin src="./assets/app.js"></script>
    <link rel="modulepreload" href="/assets/shared.js"><link rel="stylesheet" href="./assets/app.css">
    <link rel="manifest" href="./app.webmanifest"><script src="https://example.org/x.js"></script>`,
  "assets/app.js":
    'import { a } from "./shared.js"; export { c } from "./leaf.js"; await import("./late.js"); a();',
  "assets/shared.js": 'import "./app.js"; export const a = 1;',
  "assets/leaf.js": "export const c = 1;",
  "assets/app.css": "body { margin: 0 }",
};
for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
afterAll(() => rmSync(folder, { recursive: true }));

it("follows a page to its style sheets and static imports, circles included", () => {
  const found = ["index.html", "assets/app.js", "assets/shared.js", "assets/app.css", "assets/leaf.js"];
  expect(moduleGraph(folder, "index.html")).toEqual(found);
});

it("follows a module", () => {
  expect(moduleGraph(folder, "assets/shared.js")).toEqual([
    "assets/shared.js",
    "assets/app.js",
    "assets/leaf.js",
  ]);
});

import { expect, it } from "vitest";
import { entryImport } from "./entry-alone.ts";

const chunk = (fileName: string, imports: readonly string[], dynamicImports: readonly string[] = []) => ({
  type: "chunk" as const,
  fileName,
  isEntry: fileName === "main.js",
  imports,
  dynamicImports,
});

it("finds the file that imports the entry", () => {
  const entry = chunk("main.js", [], ["lazy.js"]);
  expect(entryImport([entry, chunk("lazy.js", ["main.js"])])).toMatch(
    /^lazy.js imports the worker's entry main.js/,
  );
  expect(entryImport([entry, chunk("lazy.js", [], ["main.js"])])).toMatch(/^lazy.js/);
});

it("accepts entries that share a file with others", () => {
  const outputs = [
    chunk("main.js", ["shared.js"]),
    chunk("shared.js", [], ["lazy.js"]),
    chunk("lazy.js", ["shared.js"]),
    { type: "asset" as const },
  ];
  expect(entryImport(outputs)).toBeUndefined();
});

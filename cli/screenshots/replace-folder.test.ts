import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { replaceFolder } from "./replace-folder.ts";

let root = "";
let folder = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "insitu-replace-"));
  folder = join(root, "pictures");
  mkdirSync(folder);
  writeFileSync(join(folder, "old.webp"), "old");
});
afterEach(() => rmSync(root, { recursive: true }));

it("replaces the files of a folder once all new ones are written", async () => {
  await replaceFolder(folder, async (fresh) => {
    writeFileSync(join(fresh, "new.webp"), "new");
    expect(readdirSync(folder)).toEqual(["old.webp"]);
  });
  expect(readdirSync(folder)).toEqual(["new.webp"]);
  expect(readdirSync(root)).toEqual(["pictures"]);
});

it("keeps the old files when writing fails", async () => {
  const failing = replaceFolder(folder, async (fresh) => {
    writeFileSync(join(fresh, "new.webp"), "new");
    throw new Error("The browser died.");
  });
  await expect(failing).rejects.toThrow("The browser died.");
  expect(readdirSync(folder)).toEqual(["old.webp"]);
  expect(readdirSync(root)).toEqual(["pictures"]);
});

it("makes a folder that does not exist, and discards the rest of a killed run", async () => {
  rmSync(folder, { recursive: true });
  mkdirSync(`${folder}.new`);
  writeFileSync(join(`${folder}.new`, "rest.webp"), "");
  await replaceFolder(folder, async (fresh) => writeFileSync(join(fresh, "new.webp"), "new"));
  expect(readdirSync(folder)).toEqual(["new.webp"]);
});

it("keeps the old files when the new ones cannot take their place", async () => {
  const failing = replaceFolder(folder, async (fresh) => rmSync(fresh, { recursive: true }));
  await expect(failing).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(["old.webp"]);
});

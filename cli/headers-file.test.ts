import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readHeadersFile } from "./headers-file.ts";

const folder = mkdtempSync(join(tmpdir(), "insitu-headers-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("gives a path the headers of every rule that matches it", () => {
  writeFileSync(
    join(folder, "_headers"),
    "# a comment\n/app/\n  X-One: 1\n  Policy: default-src 'none'; img-src data:\n/app/assets/*\n  X-Two: 2\n/app/*\n  X-All: yes\n",
  );
  const headersOf = readHeadersFile(folder);
  expect(headersOf("/app/")).toEqual({
    "x-one": "1",
    policy: "default-src 'none'; img-src data:",
    "x-all": "yes",
  });
  expect(headersOf("/app/assets/main-1.js")).toEqual({ "x-two": "2", "x-all": "yes" });
  expect(headersOf("/other/assets/main-1.js")).toEqual({});
});

it("gives none where there is no file", () => {
  expect(readHeadersFile(join(folder, "nothing"))("/")).toEqual({});
});

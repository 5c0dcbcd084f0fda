import { expect, it } from "vitest";
import { installedFolder } from "./installed-folder.ts";
import { scopedName } from "./scoped-name.ts";

it("leaves the names of a deployment at the root unchanged, and gives every other deployment its own", () => {
  const scopes = ["/", "/app/", "/app/sub/", "/other/"];
  const names = scopes.map((scope) => scopedName("insitu", scope));
  expect(names[0]).toBe("insitu");
  expect(new Set(names).size).toBe(scopes.length);
});

it("keeps the models of each deployment in a folder of its own", () => {
  const scopes = ["/", "/app/", "/app/sub/", "/other/", "/%2Fapp%2F/"];
  const folders = scopes.map((scope) => installedFolder(scope));
  expect(folders[0]).toBe("https://models.insitu.invalid/");
  for (const folder of folders) {
    expect(folders.filter((other) => other.startsWith(folder))).toEqual([folder]);
    expect(new URL(folder).href).toBe(folder);
  }
});

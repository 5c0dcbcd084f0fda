import { expect, it } from "vitest";
import { filterKeys, keysOf, findWorkspace } from "./accounts.ts";
import { accounts } from "./testing/accounts.ts";

it("falls back to the default workspace for one that is gone", () => {
  expect(findWorkspace(accounts, "w")?.id).toBe("w");
  expect(findWorkspace(accounts, "deleted")?.id).toBe("default");
});

it("separates the app's own keys, newest first", () => {
  const { own, app } = keysOf(accounts, "default");
  expect(own.map(({ id }) => id)).toEqual(["b", "a"]);
  expect(app.map(({ id }) => id)).toEqual(["d", "c"]);
});

it("finds keys by a part of their name or prefix", () => {
  const { own } = keysOf(accounts, "default");
  expect(filterKeys(own, " second ").map(({ id }) => id)).toEqual(["b"]);
  expect(filterKeys(own, "INSITU-A").map(({ id }) => id)).toEqual(["a"]);
  expect(filterKeys(own, "")).toEqual(own);
});

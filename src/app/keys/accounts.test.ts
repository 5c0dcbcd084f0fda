import { expect, it } from "vitest";
import type { KeyInfo, UsageRow, Workspace } from "../../index.ts";
import { APP_KEY_NAME } from "../service/access-key.ts";
import { type AccountsSnapshot, filterKeys, keysOf, findWorkspace } from "./accounts.ts";
import { totalOf, usageFigures } from "./usage-figures.ts";

const workspace = (id: string): Workspace => ({ id, name: id, createdAt: 1, limits: null });

const key = (id: string, name: string, createdAt: number, place = "default"): KeyInfo => ({
  id,
  name,
  createdAt,
  workspace: place,
  prefix: `sk-insitu-${id}`,
  expiresAt: null,
  lastUsedAt: null,
});

const used = (id: string, tokens: number, lastUsedAt: number, place = "default"): UsageRow => ({
  workspace: place,
  key: id,
  requests: 1,
  promptTokens: tokens,
  completionTokens: 1,
  lastUsedAt,
});

const accounts: AccountsSnapshot = {
  workspaces: [workspace("default"), workspace("w")],
  keys: [
    key("a", "first", 1),
    key("b", "Second", 2),
    key("c", APP_KEY_NAME, 3),
    key("d", APP_KEY_NAME, 4),
    key("e", "elsewhere", 5, "w"),
  ],
  usage: [used("a", 5, 10), used("c", 20, 11), used("d", 30, 12), used("", 7, 13), used("e", 1000, 14, "w")],
};

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

it("sums up usage, most tokens first, with one row for the app's keys and one for former keys", () => {
  const figures = usageFigures(accounts, "default");
  expect(figures.map(({ id, promptTokens, lastUsedAt }) => [id, promptTokens, lastUsedAt])).toEqual([
    ["app", 50, 12],
    ["former", 7, 13],
    ["a", 5, 10],
  ]);
  expect(totalOf(figures)).toMatchObject({
    requests: 4,
    promptTokens: 62,
    completionTokens: 4,
    lastUsedAt: 13,
  });
  expect(usageFigures(accounts, "w").map(({ label }) => label)).toEqual(["elsewhere"]);
  expect(totalOf([]).lastUsedAt).toBeNull();
});

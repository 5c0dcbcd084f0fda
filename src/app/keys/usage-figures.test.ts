import { expect, it } from "vitest";
import { accounts } from "./testing/accounts.ts";
import { tokensOf, totalOf, usageFigures } from "./usage-figures.ts";

const figures = usageFigures(accounts, "default");

it("sums up usage, most tokens first, with one row for the app's keys and one for former keys", () => {
  expect(figures.map(({ id, promptTokens, lastUsedAt }) => [id, promptTokens, lastUsedAt])).toEqual([
    ["app", 50, 12],
    ["former", 7, 13],
    ["a", 5, 10],
  ]);
});

it("sums up the rows", () => {
  expect(totalOf(figures)).toMatchObject({
    requests: 4,
    promptTokens: 62,
    cachedTokens: 0,
    completionTokens: 4,
    lastUsedAt: 13,
  });
  expect(totalOf([]).lastUsedAt).toBeNull();
});

it("shows only the keys of the workspace, without those that were never used", () => {
  expect(usageFigures(accounts, "w").map(({ label }) => label)).toEqual(["elsewhere"]);
  expect(usageFigures(accounts, "empty")).toEqual([]);
});

it("counts the tokens of prompts and completions", () => {
  expect(figures.map(tokensOf)).toEqual([52, 8, 6]);
});

import { expect, it } from "vitest";
import { estimateStorage } from "./estimate-storage.ts";

it("gives what the browser says, and nothing where it has no such thing", async () => {
  const estimate = { usage: 1, quota: 2 };
  expect(await estimateStorage({ estimate: () => Promise.resolve(estimate) })).toEqual(estimate);
  expect(await estimateStorage({})).toEqual({});
  expect(await estimateStorage(undefined)).toEqual({});
});

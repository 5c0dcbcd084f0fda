import { expect, it } from "vitest";
import { PromiseCache } from "./promise-cache.ts";

it("starts each promise once, until it is deleted", async () => {
  const cache = new PromiseCache<string, number>();
  let starts = 0;
  const start = () => Promise.resolve((starts += 1));
  expect(await cache.getOrStart("a", start)).toBe(1);
  expect(await cache.getOrStart("a", start)).toBe(1);
  expect(await cache.getOrStart("b", start)).toBe(2);
  cache.delete("a");
  expect(cache.get("a")).toBeUndefined();
  expect(await cache.getOrStart("a", start)).toBe(3);
});

it("starts again after a rejection", async () => {
  const cache = new PromiseCache<string, number>();
  await expect(cache.getOrStart("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await cache.getOrStart("a", () => Promise.resolve(1))).toBe(1);
});

import { expect, it, vi } from "vitest";

const nodes = (): readonly Node[] => [];
const load = async () => {
  vi.resetModules();
  return await import("./node-cache.ts");
};

it("gives a message's nodes out once", async () => {
  const { cacheNodes, takeCachedNodes } = await load();
  const cached = nodes();
  cacheNodes("a", "Text", cached);
  expect(takeCachedNodes("a", "Text")).toBe(cached);
  expect(takeCachedNodes("a", "Text")).toBeUndefined();
});

it("forgets the nodes of a text that has changed", async () => {
  const { cacheNodes, takeCachedNodes } = await load();
  cacheNodes("a", "Text", nodes());
  expect(takeCachedNodes("a", "Other text")).toBeUndefined();
  expect(takeCachedNodes("a", "Text")).toBeUndefined();
});

it("forgets the messages that were cached longest ago", async () => {
  const { cacheNodes, takeCachedNodes } = await load();
  for (let index = 0; index < 100; index++) cacheNodes(`m${index}`, "Text", nodes());
  expect(takeCachedNodes("m0", "Text")).toBeUndefined();
  expect(takeCachedNodes("m99", "Text")).toBeDefined();
});

import { openDB } from "idb";
import { beforeEach, describe, expect, it } from "vitest";
import { limits, openTestStore, type TestStore } from "./testing/open-test-store.ts";

let store: TestStore["store"];
let clock: TestStore["clock"];
let open: TestStore["open"];
let recordOf: TestStore["recordOf"];

beforeEach(async () => {
  ({ store, clock, open, recordOf } = await openTestStore());
});

describe("limits", () => {
  it("admit exactly the bucket's capacity, over parallel calls from two contexts", async () => {
    const other = await open();
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? store : other).takeRequest({ id: "k" }, limits)),
    );
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(10);
  });

  it("charge a request once although it is dispatched again after its worker died", async () => {
    const still = { ...limits, refill: false };
    const ids = Array.from({ length: 8 }, (_, index) => `request${index}`);
    for (const id of ids) await store.takeRequest({ id: "k" }, still, id);
    const next = await open();
    const again = await Promise.all(ids.map((id) => next.takeRequest({ id: "k" }, still, id)));
    expect(again.map(({ allowed, requests }) => [allowed, requests.remaining])).toEqual(
      ids.map(() => [true, 2]),
    );
    // An id that is reused within one life is another request, as is the same id with another key.
    expect(await next.takeRequest({ id: "k" }, still, "request0")).toMatchObject({
      requests: { remaining: 1 },
    });
    expect(await next.takeRequest({ id: "l" }, still, "request1")).toMatchObject({
      requests: { remaining: 9 },
    });
  });

  it("charge a request again after a minute, or if it was refused before", async () => {
    const still = { requestsPerMinute: 2, tokensPerMinute: 10, refill: false };
    await store.takeRequest({ id: "k" }, still, "old");
    clock.now += 60_000;
    await store.takeRequest({ id: "k" }, still, "new");
    expect(await store.takeRequest({ id: "k" }, still, "refused")).toMatchObject({ allowed: false });
    const next = await open();
    const allowed = async (request: string) => (await next.takeRequest({ id: "k" }, still, request)).allowed;
    expect([await allowed("old"), await allowed("refused"), await allowed("new")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("outlive the store, and refill with time", async () => {
    for (let count = 0; count < 10; count += 1) await store.takeRequest({ id: "k" }, limits);
    store.close();
    store = await open();
    expect(await store.takeRequest({ id: "k" }, limits)).toMatchObject({
      allowed: false,
      requests: { retryMs: 6000 },
    });
    clock.now += 6000;
    expect(await store.takeRequest({ id: "k" }, limits)).toMatchObject({ allowed: true });
  });

  it("debit tokens when they are recorded, even below zero", async () => {
    const key = await store.createKey({ name: "k" });
    await store.record(recordOf(key, { promptTokens: 150 }));
    expect(await store.takeRequest(key, limits)).toMatchObject({
      allowed: true,
      tokens: { limit: 100, remaining: 0, retryMs: 36_600 },
    });
  });
});

describe("usage and the log", () => {
  it("sum up each key's requests and tokens", async () => {
    const key = await store.createKey({ name: "k" });
    await Promise.all([store.record(recordOf(key)), store.record(recordOf(key, { at: clock.now + 5 }))]);
    expect(await store.usage("default")).toEqual([
      {
        workspace: "default",
        key: key.id,
        requests: 2,
        promptTokens: 40,
        cachedTokens: 10,
        completionTokens: 20,
        lastUsedAt: clock.now + 5,
      },
    ]);
  });

  it("stay with the workspace when keys are revoked", async () => {
    for (const name of ["a", "b"]) {
      const key = await store.createKey({ name });
      await store.record(recordOf(key));
      await store.revokeKey(key.id);
    }
    expect(await store.usage()).toEqual([
      {
        workspace: "default",
        key: "",
        requests: 2,
        promptTokens: 40,
        cachedTokens: 10,
        completionTokens: 20,
        lastUsedAt: clock.now,
      },
    ]);
  });

  it("keep the last 500 requests, without the caller's limits", async () => {
    for (let status = 1; status <= 505; status += 1) {
      await store.record({ ...recordOf({ id: "k", workspace: "default" }), caller: null, key: null, status });
    }
    const log = await store.requestLog();
    expect(log).toHaveLength(500);
    expect(log.at(0)?.status).toBe(6);
    expect(log.at(-1)).toEqual({
      at: clock.now,
      requestId: "req_1",
      key: null,
      method: "POST",
      path: "/v1/chat/completions",
      status: 505,
      durationMs: 5,
      promptTokens: 20,
      cachedTokens: 5,
      completionTokens: 10,
    });
  });
});

describe("a reply that ends late", () => {
  const rows = async (table: string) => {
    const database = await openDB("test");
    const all: unknown[] = await database.getAll(table);
    database.close();
    return all;
  };

  it("is only logged if its workspace was deleted meanwhile", async () => {
    const { id: workspace } = await store.createWorkspace({ name: "w" });
    const key = await store.createKey({ name: "k", workspace });
    await store.takeRequest(key, limits);
    await store.deleteWorkspace(workspace);
    await store.record(recordOf(key));
    expect(await store.usage()).toEqual([]);
    expect(await rows("buckets")).toEqual([]);
    expect(await store.requestLog()).toHaveLength(1);
  });

  it("is counted with the former keys if its key was revoked meanwhile", async () => {
    const key = await store.createKey({ name: "k" });
    await store.revokeKey(key.id);
    await store.record(recordOf(key));
    expect(await store.usage()).toMatchObject([{ workspace: "default", key: "", requests: 1 }]);
    expect(await rows("buckets")).toEqual([]);
  });
});

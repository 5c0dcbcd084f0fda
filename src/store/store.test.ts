import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { beforeEach, describe, expect, it } from "vitest";
import { createStore, deleteStore, openStore, type RequestRecord, type Store } from "./store.ts";

let store: Store;
let now: number;
let problems: string[];

const open = () => openStore("test", { now: () => now, reportBadRow: (problem) => problems.push(problem) });

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  now = 1_800_000_000_000;
  problems = [];
  store = await open();
});

const limits = { requestsPerMinute: 10, tokensPerMinute: 100 };

function record(key: { id: string; workspace: string }, fields: Partial<RequestRecord> = {}): RequestRecord {
  return {
    caller: { ...key, limits },
    at: now,
    requestId: "req_1",
    key: key.id,
    method: "POST",
    path: "/v1/chat/completions",
    status: 200,
    durationMs: 5,
    promptTokens: 20,
    completionTokens: 10,
    ...fields,
  };
}

describe("createStore", () => {
  it("opens the database anew where it failed before", async () => {
    const lazy = createStore("lazy", { now: () => now });
    const working = globalThis.indexedDB;
    globalThis.indexedDB = Object.create(working, {
      open: {
        value: () => {
          throw new DOMException("No.", "UnknownError");
        },
      },
    });
    await expect(lazy.listKeys()).rejects.toThrow("No.");
    globalThis.indexedDB = working;
    expect(await lazy.listKeys()).toEqual([]);
  });
});

describe("keys", () => {
  it("are made with 43 random letters and digits, of which only a hash and a beginning are kept", async () => {
    const { key, id, prefix } = await store.createKey({ name: " mine " });
    expect(key).toMatch(/^sk-insitu-[0-9A-Za-z]{43}$/);
    expect(prefix).toBe(key.slice(0, 14));
    const database = await openDB("test");
    const row: unknown = await database.get("keys", id);
    database.close();
    expect(JSON.stringify(row)).not.toContain(key.slice(14));
    expect(row).toMatchObject({ name: "mine", hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it("stand for a caller until they are revoked", async () => {
    const { key, id } = await store.createKey({ name: "a" });
    const other = await store.createKey({ name: "b" });
    expect(await store.authenticate(key)).toEqual({ id, workspace: "default", limits: null });
    await store.revokeKey(id);
    await store.revokeKey(id);
    expect(await store.authenticate(key)).toBeUndefined();
    expect(await store.authenticate(other.key)).toMatchObject({ id: other.id });
  });

  it("fail when their time is over, and are then gone", async () => {
    const { key, expiresAt } = await store.createKey({ name: "short", expiresIn: 60 });
    expect(expiresAt).toBe(now + 60_000);
    now += 59_999;
    expect(await store.authenticate(key)).toBeDefined();
    now += 1;
    expect(await store.listKeys()).toEqual([]);
    expect(await store.authenticate(key)).toBeUndefined();
    now -= 60_000;
    expect(await store.authenticate(key)).toBeUndefined();
  });

  it("are swept when a new one is made", async () => {
    await store.createKey({ name: "short", expiresIn: 1 });
    now += 1000;
    await store.createKey({ name: "next" });
    const database = await openDB("test");
    expect(await database.count("keys")).toBe(1);
    database.close();
  });

  it("are listed oldest first, by workspace or all, with their last use, and renamed", async () => {
    const first = await store.createKey({ name: "first" });
    now += 1;
    const { id: workspace } = await store.createWorkspace({ name: "w" });
    const second = await store.createKey({ name: "second", workspace });
    await store.record(record(second));
    await store.renameKey(first.id, "renamed");
    expect(await store.listKeys()).toMatchObject([
      { id: first.id, name: "renamed", lastUsedAt: null, expiresAt: null },
      { id: second.id, name: "second", lastUsedAt: now },
    ]);
    expect(await store.listKeys(workspace)).toHaveLength(1);
    expect(JSON.stringify(await store.listKeys())).not.toContain("hash");
  });

  it.each(["", "sk-insitu-", "sk-other", `sk-insitu-${"a".repeat(43)}`, `sk-insitu-${"é".repeat(43)}`])(
    "are not %j",
    async (text) => {
      expect(await store.authenticate(text)).toBeUndefined();
    },
  );

  it("are refused without a sound name, expiry and workspace", async () => {
    await expect(store.createKey({ name: "  " })).rejects.toThrow("1 to 200 characters");
    await expect(store.createKey({ name: "a", expiresIn: 0 })).rejects.toThrow("positive number of seconds");
    await expect(store.createKey({ name: "a", expiresIn: Number.NaN })).rejects.toThrow(
      "positive number of seconds",
    );
    await expect(store.createKey({ name: "a", workspace: "x" })).rejects.toThrow('no workspace "x"');
    await expect(store.renameKey("x", "a")).rejects.toThrow('no key with the id "x"');
    expect(await store.listKeys()).toEqual([]);
  });
});

describe("workspaces", () => {
  it("have a default from the first use on, which stays", async () => {
    expect(await store.listWorkspaces()).toEqual([
      { id: "default", name: "Default", createdAt: now, limits: null },
    ]);
    await expect(store.deleteWorkspace("default")).rejects.toThrow("cannot be deleted");
  });

  it("give their limits to their keys", async () => {
    const { id } = await store.createWorkspace({ name: "w" });
    const { key } = await store.createKey({ name: "k", workspace: id });
    await store.setLimits(id, limits);
    expect(await store.authenticate(key)).toMatchObject({ workspace: id, limits });
    await store.setLimits(id, null);
    expect(await store.authenticate(key)).toMatchObject({ limits: null });
    await expect(store.setLimits(id, { ...limits, tokensPerMinute: 0 })).rejects.toThrow(
      "positive whole numbers",
    );
  });

  it("go with their keys and usage, and leave the others'", async () => {
    const { id: workspace } = await store.createWorkspace({ name: "w" });
    const gone = await store.createKey({ name: "gone", workspace });
    const stays = await store.createKey({ name: "stays" });
    await store.record(record(gone));
    await store.record(record(stays));
    await store.deleteWorkspace(workspace);
    expect(await store.listWorkspaces()).toHaveLength(1);
    expect(await store.authenticate(gone.key)).toBeUndefined();
    expect(await store.usage()).toMatchObject([{ workspace: "default", key: stays.id }]);
  });
});

describe("a reply that ends late", () => {
  const rows = async (table: string) => {
    const database = await openDB("test");
    const all: unknown[] = await database.getAll(table);
    database.close();
    return all;
  };

  it("leaves nothing but its log line of a workspace that was deleted meanwhile", async () => {
    const { id: workspace } = await store.createWorkspace({ name: "w" });
    const key = await store.createKey({ name: "k", workspace });
    await store.takeRequest(key, limits);
    await store.deleteWorkspace(workspace);
    await store.record(record(key));
    expect(await store.usage()).toEqual([]);
    expect(await rows("buckets")).toEqual([]);
    expect(await store.requestLog()).toHaveLength(1);
  });

  it("is counted with the former keys where its key was revoked meanwhile", async () => {
    const key = await store.createKey({ name: "k" });
    await store.revokeKey(key.id);
    await store.record(record(key));
    expect(await store.usage()).toMatchObject([{ workspace: "default", key: "", requests: 1 }]);
    expect(await rows("buckets")).toEqual([]);
  });
});

describe("limits", () => {
  it("let exactly the bucket's number pass, over parallel calls and two contexts", async () => {
    const other = await open();
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? store : other).takeRequest({ id: "k" }, limits)),
    );
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(10);
  });

  it("are taken once for a request that is dispatched again after its worker died", async () => {
    const still = { ...limits, refill: false };
    const ids = Array.from({ length: 8 }, (_, index) => `request${index}`);
    for (const id of ids) await store.takeRequest({ id: "k" }, still, id);
    const next = await open();
    const again = await Promise.all(ids.map((id) => next.takeRequest({ id: "k" }, still, id)));
    expect(again.map(({ allowed, requests }) => [allowed, requests.remaining])).toEqual(
      ids.map(() => [true, 2]),
    );
    // An id that is used again in one life is another request, and so is one of another key.
    expect(await next.takeRequest({ id: "k" }, still, "request0")).toMatchObject({
      requests: { remaining: 1 },
    });
    expect(await next.takeRequest({ id: "l" }, still, "request1")).toMatchObject({
      requests: { remaining: 9 },
    });
  });

  it("forget what was taken a minute ago, and take what was refused", async () => {
    const still = { requestsPerMinute: 2, tokensPerMinute: 10, refill: false };
    await store.takeRequest({ id: "k" }, still, "old");
    now += 60_000;
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

  it("outlive the store that counted, and refill with time", async () => {
    for (let count = 0; count < 10; count += 1) await store.takeRequest({ id: "k" }, limits);
    store.close();
    store = await open();
    expect(await store.takeRequest({ id: "k" }, limits)).toMatchObject({
      allowed: false,
      requests: { retryMs: 6000 },
    });
    now += 6000;
    expect(await store.takeRequest({ id: "k" }, limits)).toMatchObject({ allowed: true });
  });

  it("count tokens when they are recorded, also below zero", async () => {
    const key = await store.createKey({ name: "k" });
    await store.record(record(key, { promptTokens: 150 }));
    expect(await store.takeRequest(key, limits)).toMatchObject({
      allowed: true,
      tokens: { limit: 100, remaining: 0, retryMs: 36_600 },
    });
  });
});

describe("usage and the log", () => {
  it("sum up each key's requests and tokens", async () => {
    const key = await store.createKey({ name: "k" });
    await Promise.all([store.record(record(key)), store.record(record(key, { at: now + 5 }))]);
    expect(await store.usage("default")).toEqual([
      {
        workspace: "default",
        key: key.id,
        requests: 2,
        promptTokens: 40,
        completionTokens: 20,
        lastUsedAt: now + 5,
      },
    ]);
  });

  it("stay with the workspace when keys go", async () => {
    for (const name of ["a", "b"]) {
      const key = await store.createKey({ name });
      await store.record(record(key));
      await store.revokeKey(key.id);
    }
    expect(await store.usage()).toEqual([
      { workspace: "default", key: "", requests: 2, promptTokens: 40, completionTokens: 20, lastUsedAt: now },
    ]);
  });

  it("keep the last 500 requests, and no caller's limits", async () => {
    for (let status = 1; status <= 505; status += 1) {
      await store.record({ ...record({ id: "k", workspace: "default" }), caller: null, key: null, status });
    }
    const log = await store.requestLog();
    expect(log).toHaveLength(500);
    expect(log.at(0)?.status).toBe(6);
    expect(log.at(-1)).toEqual({
      at: now,
      requestId: "req_1",
      key: null,
      method: "POST",
      path: "/v1/chat/completions",
      status: 505,
      durationMs: 5,
      promptTokens: 20,
      completionTokens: 10,
    });
  });
});

describe("the database", () => {
  it("skips rows that it cannot read, and says so", async () => {
    const { key, id } = await store.createKey({ name: "good" });
    const database = await openDB("test");
    await database.put("keys", { id: "bad", hash: "x", name: 7 });
    await database.put("workspaces", { id: "default", name: null });
    await database.put("buckets", { key: id, requests: "many" });
    await database.put("usage", { workspace: "default", key: id, requests: -1 });
    await database.put("log", { at: "today" });
    database.close();
    expect(await store.listKeys()).toMatchObject([{ id }]);
    expect(await store.authenticate(key)).toEqual({ id, workspace: "default", limits: null });
    expect(await store.takeRequest({ id }, limits)).toMatchObject({
      allowed: true,
      requests: { remaining: 9 },
    });
    await store.record(record({ id, workspace: "default" }));
    expect(await store.usage()).toMatchObject([{ requests: 1 }]);
    expect(await store.requestLog()).toHaveLength(1);
    expect(problems[0]).toMatch(
      /^A row of "\w+" is skipped: its field "\w+" is not what this build expects\.$/,
    );
    expect(new Set(problems.map((problem) => problem.split('"')[1]))).toEqual(
      new Set(["usage", "keys", "workspaces", "buckets", "log"]),
    );
  });

  it("gives way when it is deleted, and starts anew", async () => {
    const { key } = await store.createKey({ name: "k" });
    await deleteStore("test");
    expect(await store.authenticate(key)).toBeUndefined();
    expect(await store.listWorkspaces()).toHaveLength(1);
  });
});

describe("the database", () => {
  it("keeps what an earlier version held when it is upgraded", async () => {
    const name = crypto.randomUUID();
    const first = await openDB(name, 2, {
      upgrade: (database) => {
        database.createObjectStore("workspaces", { keyPath: "id" });
        const keys = database.createObjectStore("keys", { keyPath: "id" });
        keys.createIndex("hash", "hash", { unique: true });
        keys.createIndex("expiresAt", "expiresAt");
        database.createObjectStore("buckets", { keyPath: "key" });
        database.createObjectStore("usage", { keyPath: ["workspace", "key"] });
        database.createObjectStore("log", { autoIncrement: true });
        database.createObjectStore("takes", { keyPath: ["key", "request"] }).createIndex("at", "at");
      },
    });
    await first.put("workspaces", { id: "old", name: "Old", createdAt: 1, limits: null });
    first.close();
    const store = await openStore(name);
    expect(await store.listWorkspaces()).toEqual([{ id: "old", name: "Old", createdAt: 1, limits: null }]);
    store.close();
  });
});

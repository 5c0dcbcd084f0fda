import { openDB } from "idb";
import { beforeEach, describe, expect, it } from "vitest";
import { createStore, deleteStore, openStore } from "./store.ts";
import { limits, openTestStore, type TestStore } from "./testing/open-test-store.ts";

let store: TestStore["store"];
let clock: TestStore["clock"];
let problems: TestStore["problems"];
let recordOf: TestStore["recordOf"];

beforeEach(async () => {
  ({ store, clock, problems, recordOf } = await openTestStore());
});

describe("createStore", () => {
  it("tries again to open the database after a failure", async () => {
    const lazy = createStore("lazy", { now: () => clock.now });
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

describe("the database", () => {
  it("skips invalid rows, and reports them", async () => {
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
    await store.record(recordOf({ id, workspace: "default" }));
    expect(await store.usage()).toMatchObject([{ requests: 1 }]);
    expect(await store.requestLog()).toHaveLength(1);
    expect(problems[0]).toMatch(
      /^A row of "\w+" is skipped: its field "\w+" is not what this build expects\.$/,
    );
    expect(new Set(problems.map((problem) => problem.split('"')[1]))).toEqual(
      new Set(["usage", "keys", "workspaces", "buckets", "log"]),
    );
  });

  it("closes when it is deleted, and is created again", async () => {
    const { key } = await store.createKey({ name: "k" });
    await deleteStore("test");
    expect(await store.authenticate(key)).toBeUndefined();
    expect(await store.listWorkspaces()).toHaveLength(1);
  });

  it("keeps its contents when it is upgraded", async () => {
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

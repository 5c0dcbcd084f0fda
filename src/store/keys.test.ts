import { openDB } from "idb";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "./testing/open-test-store.ts";

let store: TestStore["store"];
let clock: TestStore["clock"];
let recordOf: TestStore["recordOf"];

beforeEach(async () => {
  ({ store, clock, recordOf } = await openTestStore());
});

describe("keys", () => {
  it("have 43 random letters and digits, of which only a hash and a prefix are stored", async () => {
    const { key, id, prefix } = await store.createKey({ name: " mine " });
    expect(key).toMatch(/^sk-insitu-[0-9A-Za-z]{43}$/);
    expect(prefix).toBe(key.slice(0, 14));
    const database = await openDB("test");
    const row: unknown = await database.get("keys", id);
    database.close();
    expect(JSON.stringify(row)).not.toContain(key.slice(14));
    expect(row).toMatchObject({ name: "mine", hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it("authenticate their caller until they are revoked", async () => {
    const { key, id } = await store.createKey({ name: "a" });
    const other = await store.createKey({ name: "b" });
    expect(await store.authenticate(key)).toEqual({ id, workspace: "default", limits: null });
    await store.revokeKey(id);
    await store.revokeKey(id);
    expect(await store.authenticate(key)).toBeUndefined();
    expect(await store.authenticate(other.key)).toMatchObject({ id: other.id });
  });

  it("are refused once they expire, and are then deleted", async () => {
    const { key, expiresAt } = await store.createKey({ name: "short", expiresIn: 60 });
    expect(expiresAt).toBe(clock.now + 60_000);
    clock.now += 59_999;
    expect(await store.authenticate(key)).toBeDefined();
    clock.now += 1;
    expect(await store.listKeys()).toEqual([]);
    expect(await store.authenticate(key)).toBeUndefined();
    clock.now -= 60_000;
    expect(await store.authenticate(key)).toBeUndefined();
  });

  it("are deleted after they expire when a new one is created", async () => {
    await store.createKey({ name: "short", expiresIn: 1 });
    clock.now += 1000;
    await store.createKey({ name: "next" });
    const database = await openDB("test");
    expect(await database.count("keys")).toBe(1);
    database.close();
  });

  it("are listed by workspace or all, oldest first, with name and last use", async () => {
    const first = await store.createKey({ name: "first" });
    clock.now += 1;
    const { id: workspace } = await store.createWorkspace({ name: "w" });
    const second = await store.createKey({ name: "second", workspace });
    await store.record(recordOf(second));
    await store.renameKey(first.id, "renamed");
    expect(await store.listKeys()).toMatchObject([
      { id: first.id, name: "renamed", lastUsedAt: null, expiresAt: null },
      { id: second.id, name: "second", lastUsedAt: clock.now },
    ]);
    expect(await store.listKeys(workspace)).toHaveLength(1);
    expect(JSON.stringify(await store.listKeys())).not.toContain("hash");
  });

  it.each(["", "sk-insitu-", "sk-other", `sk-insitu-${"a".repeat(43)}`, `sk-insitu-${"é".repeat(43)}`])(
    "are not accepted if they are malformed or unknown: %j",
    async (text) => {
      expect(await store.authenticate(text)).toBeUndefined();
    },
  );

  it("must have a valid name, expiry and workspace", async () => {
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

import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, it, vi } from "vitest";
import { DEFAULT_SETTINGS, type StoredMessage, type ConversationWithMessages } from "./conversation.ts";
import { createConversationsConnection } from "./database.ts";
import { createConversationStore } from "./store.ts";

let count = 0;
const start = () => {
  const name = `store-${++count}`;
  return { name, store: createConversationStore(createConversationsConnection(name)) };
};
const message = (id: string, text: string): StoredMessage => ({ id, role: "user", text, images: [] });
const conversation = (
  id: string,
  updatedAt: number,
  messages: StoredMessage[] = [],
): ConversationWithMessages => ({
  id,
  title: `Title of ${id}`,
  createdAt: 0,
  updatedAt,
  settings: DEFAULT_SETTINGS,
  messages,
});

it("lists the most recently changed conversation first, and keeps the order of messages", async () => {
  const { store } = start();
  await store.add([conversation("a", 2, [message("z", "1"), message("y", "2")]), conversation("b", 1)]);
  expect((await store.list()).map(({ id }) => id)).toEqual(["a", "b"]);
  await store.change("b", { conversation: { updatedAt: 3 } });
  await store.change("a", { put: [message("x", "3"), message("y", "2, corrected")] });
  expect((await store.list()).map(({ id }) => id)).toEqual(["b", "a"]);
  expect((await store.messages("a")).map(({ text }) => text)).toEqual(["1", "2, corrected", "3"]);
});

it("stores what two tabs write to one conversation at the same time", async () => {
  const { name, store } = start();
  const other = createConversationStore(createConversationsConnection(name));
  await store.add([conversation("a", 1)]);
  await Promise.all([
    store.change("a", { conversation: { title: "Mine" } }),
    other.change("a", { conversation: { updatedAt: 9 }, put: [message("1", "theirs")] }),
    store.change("a", { put: [message("2", "mine")] }),
  ]);
  expect(await store.get("a")).toMatchObject({ title: "Mine", updatedAt: 9 });
  expect(await other.messages("a")).toHaveLength(2);
});

it("removes a conversation with its messages, ignores later changes to it, and restores it", async () => {
  const { store } = start();
  const whole = conversation("a", 1, [message("1", "one"), message("2", "two")]);
  await store.add([whole, conversation("b", 1, [message("3", "three")])]);
  const removed = await store.remove("a");
  expect(removed).toEqual(whole);
  expect(await store.change("a", { put: [message("4", "late")] })).toBe(false);
  expect(await store.messages("a")).toEqual([]);
  expect(await store.messages("b")).toHaveLength(1);
  if (removed !== undefined) await store.add([removed]);
  expect(await store.messages("a")).toEqual(whole.messages);
});

it("skips a row that cannot be parsed, with a warning, and leaves it in the database", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { name, store } = start();
  await store.add([conversation("a", 1, [message("1", "one")])]);
  const database = await openDB(name);
  await database.put("conversations", { id: "bad", updatedAt: 5, title: 7 });
  await database.put("messages", { conversation: "a", place: 1, message: { id: "bad", role: "robot" } });
  expect((await store.list()).map(({ id }) => id)).toEqual(["a"]);
  expect(await store.messages("a")).toHaveLength(1);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(await database.get("conversations", "bad")).toBeDefined();
  database.close();
});

it("migrates version 1 of the database", async () => {
  const { name, store } = start();
  const old = await openDB(name, 1, {
    upgrade: (database) =>
      void database
        .createObjectStore("conversations", { keyPath: "id" })
        .createIndex("updatedAt", "updatedAt"),
  });
  const reply = { id: "2", role: "assistant", text: "Hi", outcome: { type: "complete" }, timing: null };
  await old.put("conversations", {
    id: "a",
    updatedAt: 7,
    messages: [{ id: "1", role: "user", text: "Hello there" }, reply],
  });
  old.close();
  expect(await store.list()).toEqual([
    { id: "a", title: "Hello there", createdAt: 7, updatedAt: 7, settings: DEFAULT_SETTINGS },
  ]);
  expect(await store.messages("a")).toEqual([message("1", "Hello there"), reply]);
});

it("lets another tab delete the database, and opens it again", async () => {
  const { name, store } = start();
  await store.add([conversation("a", 1)]);
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  expect(await store.list()).toEqual([]);
});

it("reports an aborted transaction to its caller only", async () => {
  const { store } = start();
  const stored = conversation("a", 1, [message("1", "one")]);
  await store.add([stored]);
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...options) {
    const started = transaction.apply(this, options);
    queueMicrotask(() => started.abort());
    return started;
  });
  // The test runner fails on a rejection that nobody handles.
  await expect(store.change("a", { put: [message("2", "two")] })).rejects.toThrow();
  await expect(store.add([conversation("b", 1, [message("3", "three")])])).rejects.toThrow();
  await expect(store.remove("a")).rejects.toThrow();
  vi.restoreAllMocks();
  expect(await store.list()).toHaveLength(1);
  expect(await store.messages("a")).toEqual(stored.messages);
});

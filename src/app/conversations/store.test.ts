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
const said = (id: string, text: string): StoredMessage => ({ id, role: "user", text, images: [] });
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
async function found(store: ReturnType<typeof start>["store"], words: string) {
  const ids = new Set<string>();
  for await (const some of store.search(words, new AbortController().signal)) {
    for (const id of some) ids.add(id);
  }
  return [...ids].sort();
}

it("lists the conversation that was changed last first, and keeps the order of messages", async () => {
  const { store } = start();
  await store.add([conversation("a", 2, [said("z", "1"), said("y", "2")]), conversation("b", 1)]);
  expect((await store.list()).map(({ id }) => id)).toEqual(["a", "b"]);
  await store.change("b", { conversation: { updatedAt: 3 } });
  await store.change("a", { put: [said("x", "3"), said("y", "2, mended")] });
  expect((await store.list()).map(({ id }) => id)).toEqual(["b", "a"]);
  expect((await store.messages("a")).map(({ text }) => text)).toEqual(["1", "2, mended", "3"]);
});

it("keeps what two tabs write into one conversation at the same time", async () => {
  const { name, store } = start();
  const other = createConversationStore(createConversationsConnection(name));
  await store.add([conversation("a", 1)]);
  await Promise.all([
    store.change("a", { conversation: { title: "Mine" } }),
    other.change("a", { conversation: { updatedAt: 9 }, put: [said("1", "theirs")] }),
    store.change("a", { put: [said("2", "mine")] }),
  ]);
  expect(await store.get("a")).toMatchObject({ title: "Mine", updatedAt: 9 });
  expect(await other.messages("a")).toHaveLength(2);
});

it("removes with everything that belongs to it, keeps nothing for one that is gone, and puts it back", async () => {
  const { store } = start();
  const whole = conversation("a", 1, [said("1", "one"), said("2", "two")]);
  await store.add([whole, conversation("b", 1, [said("3", "three")])]);
  const removed = await store.remove("a");
  expect(removed).toEqual(whole);
  expect(await store.change("a", { put: [said("4", "late")] })).toBe(false);
  expect(await store.messages("a")).toEqual([]);
  expect(await store.messages("b")).toHaveLength(1);
  if (removed !== undefined) await store.add([removed]);
  expect(await store.messages("a")).toEqual(whole.messages);
});

it("finds words in titles and in texts, whatever their case, beyond the first batch", async () => {
  const { store } = start();
  const many = Array.from({ length: 1_200 }, (_, index) => said(`m${index}`, `Number ${index}`));
  await store.add([conversation("a", 1, many), conversation("b", 1, [said("z", "Straße und ÄPFEL")])]);
  expect(await found(store, "TITLE OF")).toEqual(["a", "b"]);
  expect(await found(store, "number 1199")).toEqual(["a"]);
  expect(await found(store, "äpfel")).toEqual(["b"]);
  expect(await found(store, "nowhere")).toEqual([]);
});

it("leaves a row alone that it cannot read, says so, and shows the others", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { name, store } = start();
  await store.add([conversation("a", 1, [said("1", "one")])]);
  const database = await openDB(name);
  await database.put("conversations", { id: "bad", updatedAt: 5, title: 7 });
  await database.put("messages", { conversation: "a", place: 1, message: { id: "bad", role: "robot" } });
  expect((await store.list()).map(({ id }) => id)).toEqual(["a"]);
  expect(await store.messages("a")).toHaveLength(1);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(await database.get("conversations", "bad")).toBeDefined();
  database.close();
});

it("takes over what version 1 of the database held", async () => {
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
  expect(await store.messages("a")).toEqual([said("1", "Hello there"), reply]);
});

it("lets the database be deleted by another tab, and opens it anew", async () => {
  const { name, store } = start();
  await store.add([conversation("a", 1)]);
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  expect(await store.list()).toEqual([]);
});

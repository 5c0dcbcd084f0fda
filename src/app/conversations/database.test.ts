import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { createConversationStore } from "./database.ts";

it("gives back the conversation that was changed last", async () => {
  const store = createConversationStore("latest");
  expect(await store.latest()).toBeUndefined();

  const newer = { id: "a", updatedAt: 2, messages: [{ id: "1", role: "user", text: "Hello" }] } as const;
  await store.put(newer);
  await store.put({ id: "b", updatedAt: 1, messages: [] });
  expect(await createConversationStore("latest").latest()).toEqual(newer);

  await store.delete("a");
  expect((await store.latest())?.id).toBe("b");
});

it("lets the database be deleted by another tab, and opens it anew", async () => {
  const store = createConversationStore("deleted");
  await store.put({ id: "a", updatedAt: 1, messages: [] });
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase("deleted");
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  expect(await store.latest()).toBeUndefined();
});

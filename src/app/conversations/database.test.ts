import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { createConversationsConnection } from "./database.ts";
import { createConversationStore } from "./store.ts";

it("deletes the database for good: a later write of this page does not recreate it", async () => {
  const connection = createConversationsConnection("erased");
  const store = createConversationStore(connection);
  await store.list();
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain("erased");
  await connection.erase();
  await expect(store.change("a", { conversation: { title: "Late" } })).rejects.toThrow("were deleted");
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("erased");
});

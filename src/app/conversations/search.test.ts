import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { type ConversationWithMessages, DEFAULT_SETTINGS } from "./conversation.ts";
import { createConversationsConnection } from "./database.ts";
import { searchConversations } from "./search.ts";
import { createConversationStore } from "./store.ts";

const conversation = (id: string, texts: readonly string[]): ConversationWithMessages => ({
  id,
  title: `Title of ${id}`,
  createdAt: 0,
  updatedAt: 1,
  settings: DEFAULT_SETTINGS,
  messages: texts.map((text, index) => ({ id: `${id}${index}`, role: "user", text, images: [] })),
});
const numbers = Array.from({ length: 1_200 }, (_, index) => `Number ${index}`);

async function start(name: string) {
  const connection = createConversationsConnection(name);
  const added = [conversation("a", numbers), conversation("b", ["Straße und ÄPFEL"])];
  await createConversationStore(connection).add(added);
  return connection;
}

it("finds words in titles and messages, in any case, beyond the first batch", async () => {
  const connection = await start("search-words");
  const search = async (words: string) => {
    const ids = new Set<string>();
    for await (const batch of searchConversations(connection, words, new AbortController().signal)) {
      for (const id of batch) ids.add(id);
    }
    return [...ids].sort();
  };
  expect(await search("TITLE OF")).toEqual(["a", "b"]);
  expect(await search("number 1199")).toEqual(["a"]);
  expect(await search("äpfel")).toEqual(["b"]);
  expect(await search("nowhere")).toEqual([]);
});

it("reads no further batch once it is aborted", async () => {
  const abort = new AbortController();
  const batches: (readonly string[])[] = [];
  for await (const batch of searchConversations(await start("search-abort"), "number", abort.signal)) {
    batches.push(batch);
    if (batches.length === 2) abort.abort();
  }
  expect(batches.map(({ length }) => length)).toEqual([0, 500]);
});

import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import type { ConversationChannel } from "./conversation-channel.ts";
import { DEFAULT_SETTINGS, type ConversationWithMessages } from "./conversation.ts";
import { createConversationsConnection } from "./database.ts";
import { createLibrary } from "./library.ts";
import { createConversationStore } from "./store.ts";

/** @returns a function that opens another tab on the same database */
function tabs(name: string) {
  const listeners: ((ids: readonly string[]) => void)[] = [];
  return () => {
    const own: typeof listeners = [];
    const channel: ConversationChannel = {
      announce: (ids) => listeners.filter((listener) => !own.includes(listener)).forEach((tell) => tell(ids)),
      observe: (listener) => [listeners, own].forEach((list) => void list.push(listener)),
    };
    return createLibrary(createConversationStore(createConversationsConnection(name)), channel);
  };
}

const conversation = (id: string, updatedAt: number): ConversationWithMessages => ({
  id,
  title: id,
  createdAt: 0,
  updatedAt,
  settings: DEFAULT_SETTINGS,
  messages: [{ id: `${id}1`, role: "user", text: `Hello from ${id}`, images: [] }],
});
const shown = (library: ReturnType<typeof createLibrary>) =>
  library.conversations.value?.map(({ title }) => title);

it("shows in one tab what another tab adds, changes and removes", async () => {
  const open = tabs("library-tabs");
  const [one, two] = [open(), open()];
  await Promise.all([one.refresh(), two.refresh()]);
  const announced: string[] = [];
  two.onRemoteChange((ids) => announced.push(...ids));

  await one.add([conversation("a", 1), conversation("b", 2)]);
  await one.change("a", { conversation: { title: "A", updatedAt: 3 } });
  await expect.poll(() => shown(two)).toEqual(["A", "b"]);
  expect(shown(one)).toEqual(["A", "b"]);

  const removed = await one.remove("a");
  await expect.poll(() => shown(two)).toEqual(["b"]);
  expect(announced).toContain("a");
  if (removed !== undefined) await two.add([removed]);
  await expect.poll(() => shown(one)).toEqual(["A", "b"]);
  expect((await one.read("a"))?.messages).toHaveLength(1);
});

it("adds imported conversations to the stored ones", async () => {
  const library = tabs("library-archive")();
  await library.refresh();
  await library.add([conversation("a", 1), conversation("b", 2)]);
  expect(await library.importText(await library.exportText())).toBe(2);
  expect(shown(library)).toEqual(["b", "b", "a", "a"]);
  expect(await library.importText(await library.exportText("a"))).toBe(1);
  await expect(library.importText("nonsense")).rejects.toThrow("not JSON");
  expect(shown(library)).toHaveLength(5);
});

it("goes on without storage, and reports that", async () => {
  const store = createConversationStore({ open: () => Promise.reject(new Error("no storage")) });
  const library = createLibrary(store, { announce: () => {}, observe: () => {} });
  await library.refresh();
  await library.change("a", { conversation: { title: "A" } });
  expect(library.storageFailed.value).toBe(true);
  expect(library.conversations.value).toEqual([]);
});

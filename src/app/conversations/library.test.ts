import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import type { ConversationChannel } from "./conversation-channel.ts";
import { DEFAULT_SETTINGS, type ConversationWithMessages } from "./conversation.ts";
import { createConversationsConnection } from "./database.ts";
import { createLibrary } from "./library.ts";
import { createConversationStore } from "./store.ts";

/** As many tabs as it is asked for, on one database. */
function tabs(name: string) {
  const listeners: ((ids: readonly string[]) => void)[] = [];
  return () => {
    const own: typeof listeners = [];
    const changes: ConversationChannel = {
      announce: (ids) => listeners.filter((listener) => !own.includes(listener)).forEach((tell) => tell(ids)),
      observe: (listener) => [listeners, own].forEach((list) => void list.push(listener)),
    };
    return createLibrary(createConversationStore(createConversationsConnection(name)), changes);
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

it("shows in one tab what another one adds, changes and removes", async () => {
  const open = tabs("library-tabs");
  const [one, two] = [open(), open()];
  await Promise.all([one.refresh(), two.refresh()]);
  const told: string[] = [];
  two.onRemoteChange((ids) => told.push(...ids));

  await one.add([conversation("a", 1), conversation("b", 2)]);
  await one.change("a", { conversation: { title: "A", updatedAt: 3 } });
  await expect.poll(() => shown(two)).toEqual(["A", "b"]);
  expect(shown(one)).toEqual(["A", "b"]);

  const removed = await one.remove("a");
  await expect.poll(() => shown(two)).toEqual(["b"]);
  expect(told).toContain("a");
  if (removed !== undefined) await two.add([removed]);
  await expect.poll(() => shown(one)).toEqual(["A", "b"]);
  expect((await one.read("a"))?.messages).toHaveLength(1);
});

it("imports what it exported beside what is there", async () => {
  const library = tabs("library-archive")();
  await library.refresh();
  await library.add([conversation("a", 1), conversation("b", 2)]);
  expect(await library.importText(await library.exportText())).toBe(2);
  expect(shown(library)).toEqual(["b", "b", "a", "a"]);
  expect(await library.importText(await library.exportText("a"))).toBe(1);
  await expect(library.importText("nonsense")).rejects.toThrow("not JSON");
  expect(shown(library)).toHaveLength(5);
});

it("goes on, and says so, where the browser keeps nothing", async () => {
  const store = createConversationStore({ open: () => Promise.reject(new Error("no storage")) });
  const library = createLibrary(store, { announce: () => {}, observe: () => {} });
  await library.refresh();
  await library.change("a", { conversation: { title: "A" } });
  expect(library.storageFailed.value).toBe(true);
  expect(library.conversations.value).toEqual([]);
});

import { expect, it, vi } from "vitest";
import { type ConversationWithMessages, DEFAULT_SETTINGS } from "../conversations/conversation.ts";
import { createChat } from "./chat.ts";
import { manualService } from "./testing/manual-service.ts";
import { memoryLibrary } from "./testing/memory-library.ts";
import { userMessage } from "./testing/messages.ts";

const conversation = (id: string): ConversationWithMessages => ({
  id,
  title: `Title ${id}`,
  createdAt: 1,
  updatedAt: 1,
  settings: DEFAULT_SETTINGS,
  messages: [userMessage(`${id}1`, `Hello ${id}`)],
});

function start(...stored: ConversationWithMessages[]) {
  const service = manualService();
  const memory = memoryLibrary(...stored);
  const chat = createChat({ library: memory.library, requestReply: service.requestReply, now: () => 0 });
  const shown = () => chat.current.value?.messages.value.map(({ text }) => text);
  const send = (text: string) => {
    const session = chat.current.value;
    if (session === null) return Promise.resolve();
    session.draft.value = { text, images: [] };
    return session.send();
  };
  return { ...memory, service, chat, shown, send };
}

it("opens a stored conversation, or a new one if none has that id", async () => {
  const { chat, shown } = start(conversation("a"));
  expect(await chat.open("a")).toBe(true);
  expect(shown()).toEqual(["Hello a"]);
  expect(await chat.open("gone")).toBe(false);
  expect(shown()).toEqual([]);
});

it("shows the conversation that was requested last, even if an earlier one is read later", async () => {
  const { chat, shown } = start(conversation("a"));
  const opening = chat.open("a");
  chat.startNew();
  await opening;
  expect(shown()).toEqual([]);
});

it("continues a reply while another conversation is shown", async () => {
  const { chat, service, shown, send, conversations } = start(conversation("a"), conversation("b"));
  await chat.open("a");
  const sent = send("More");
  service.feed({ type: "requested" }, { type: "text", text: "Onc" });
  await chat.open("b");
  expect(shown()).toEqual(["Hello b"]);
  expect([...chat.busy.value]).toEqual(["a"]);

  service.feed({ type: "text", text: "e" }, { type: "finish", reason: "complete" });
  service.end();
  await sent;
  expect(chat.busy.value.size).toBe(0);
  expect(conversations.get("a")?.messages.at(-1)).toMatchObject({ text: "Once" });
  await chat.open("a");
  expect(shown()).toEqual(["Hello a", "More", "Once"]);
});

it("keeps a draft while another conversation is shown", async () => {
  const { chat } = start(conversation("a"));
  const blank = chat.current.value;
  if (blank !== null) blank.draft.value = { text: "Half a thought", images: [] };
  await chat.open("a");
  chat.startNew();
  expect(chat.current.value).toBe(blank);
});

it("stops the reply of a conversation that is removed, and restores the conversation on undo", async () => {
  const { chat, send, conversations, shown } = start(conversation("a"));
  await chat.open("a");
  const sent = send("More");
  await chat.remove("a");
  await sent;
  expect(conversations.size).toBe(0);
  expect(shown()).toEqual([]);
  expect(chat.notice.value?.text).toBe("“Title a” was deleted.");
  await chat.notice.value?.undo?.();
  expect(conversations.get("a")?.messages.length).toBeGreaterThan(0);
});

it("follows another tab's changes to the shown conversation", async () => {
  const { chat, conversations, changeRemotely, library, shown } = start(conversation("a"));
  await chat.open("a");
  const { messages, ...row } = conversation("a");
  conversations.set("a", { ...row, messages: [...messages, userMessage("x", "From there")] });
  changeRemotely("a");
  await vi.waitFor(() => expect(shown()).toEqual(["Hello a", "From there"]));
  await library.remove("a");
  changeRemotely("a");
  expect(shown()).toEqual([]);
});

it("says how many conversations were imported, or why none were", async () => {
  const { chat, library } = start();
  const importText = vi.spyOn(library, "importText");
  for (const [count, notice] of [
    [1, "1 conversation was imported."],
    [3, "3 conversations were imported."],
  ] as const) {
    importText.mockResolvedValueOnce(count);
    await chat.importText("{}");
    expect(chat.notice.value).toEqual({ text: notice, undo: null });
  }
  importText.mockRejectedValueOnce(new Error("The file is not JSON."));
  await chat.importText("{");
  expect(chat.notice.value?.text).toBe("The file is not JSON.");
});

it("renames a conversation, but never to a blank title", async () => {
  const { chat, conversations } = start(conversation("a"));
  await chat.rename("a", "  New title ");
  await chat.rename("a", "   ");
  expect(conversations.get("a")?.title).toBe("New title");
});

import { expect, it, vi } from "vitest";
import {
  DEFAULT_SETTINGS,
  type StoredMessage,
  type ConversationWithMessages,
} from "../conversations/conversation.ts";
import { createChat } from "./chat.ts";
import { manualService, memoryLibrary } from "./testing/parts.ts";

const conversation = (id: string): ConversationWithMessages => ({
  id,
  title: `Title ${id}`,
  createdAt: 1,
  updatedAt: 1,
  settings: DEFAULT_SETTINGS,
  messages: [{ id: `${id}1`, role: "user", text: `Hello ${id}`, images: [] }],
});

function start(...kept: ConversationWithMessages[]) {
  const service = manualService();
  const memory = memoryLibrary(...kept);
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

it("opens a kept conversation, and a new one where there is none with that id", async () => {
  const { chat, shown } = start(conversation("a"));
  expect(await chat.open("a")).toBe(true);
  expect(shown()).toEqual(["Hello a"]);
  expect(await chat.open("gone")).toBe(false);
  expect(shown()).toEqual([]);
  const first = chat.open("a");
  chat.startNew();
  await first;
  expect(shown()).toEqual([]);
});

it("lets a reply go on while another conversation is looked at", async () => {
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

it("keeps what was not sent while another conversation is looked at", async () => {
  const { chat } = start(conversation("a"));
  const blank = chat.current.value;
  if (blank !== null) blank.draft.value = { text: "Half a thought", images: [] };
  await chat.open("a");
  chat.startNew();
  expect(chat.current.value).toBe(blank);
});

it("stops the reply of a conversation that is removed, and puts it back on undo", async () => {
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

it("follows what another tab does to the conversation that is shown", async () => {
  const { chat, conversations, elsewhere, library, shown } = start(conversation("a"));
  await chat.open("a");
  const reply: StoredMessage = { id: "x", role: "user", text: "From there", images: [] };
  conversations.set("a", { ...conversation("a"), messages: [...conversation("a").messages, reply] });
  elsewhere("a");
  await vi.waitFor(() => expect(shown()).toEqual(["Hello a", "From there"]));
  await library.remove("a");
  elsewhere("a");
  expect(shown()).toEqual([]);
});

import { expect, it, vi } from "vitest";
import { type ConversationWithMessages, DEFAULT_SETTINGS } from "../conversations/conversation.ts";
import { createChat } from "./chat.ts";
import { manualService } from "./testing/manual-service.ts";
import { memoryLibrary } from "./testing/memory-library.ts";
import { userMessage } from "./testing/messages.ts";

const conversation = (id: string): ConversationWithMessages => ({
  id,
  title: id,
  createdAt: 1,
  updatedAt: 1,
  settings: DEFAULT_SETTINGS,
  messages: [userMessage(`${id}1`, `Hello ${id}`)],
});

/** The chat at the address `hash`, and the history that it writes. */
async function start(hash: string) {
  vi.resetModules();
  const location = { hash };
  const steps: string[] = [];
  const go = (kind: string) => (_state: unknown, _title: string, target: string) => {
    steps.push(`${kind} ${target}`);
    location.hash = target;
  };
  const window = new EventTarget();
  vi.stubGlobal("location", location);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("history", { pushState: go("push"), replaceState: go("replace") });
  const { syncChatWithUrl } = await import("./url-sync.ts");
  const service = manualService();
  const { library } = memoryLibrary(conversation("a"), conversation("b"));
  const chat = createChat({ library, requestReply: service.requestReply, now: () => 0 });
  syncChatWithUrl(chat);
  return {
    chat,
    service,
    location,
    steps,
    visit(target: string) {
      location.hash = target;
      window.dispatchEvent(new Event("hashchange"));
    },
  };
}

it("opens the conversation that the URL names", async () => {
  const { chat, visit, steps } = await start("#/chat/a");
  await vi.waitFor(() => expect(chat.current.value?.id).toBe("a"));
  visit("#/chat/b");
  await vi.waitFor(() => expect(chat.current.value?.id).toBe("b"));
  expect(steps).toEqual([]);
});

it("gives a new conversation its URL with its first message, in place of the empty one", async () => {
  const { chat, service, steps } = await start("#/chat");
  const session = chat.current.value;
  if (session === null) throw new Error("There must be a session.");
  session.draft.value = { text: "Hello", images: [] };
  const sent = session.send();
  expect(steps).toEqual([`replace #/chat/${session.id}`]);
  service.answer("Hi");
  await sent;
  expect(steps).toHaveLength(1);
});

it("leaves a stored conversation for a new one by a step in the history", async () => {
  const { chat, steps } = await start("#/chat/a");
  await vi.waitFor(() => expect(chat.current.value?.id).toBe("a"));
  chat.startNew();
  expect(steps).toEqual(["push #/chat"]);
});

it("replaces the address of a conversation that does not exist", async () => {
  const { chat, location, steps } = await start("#/chat/gone");
  await vi.waitFor(() => expect(location.hash).toBe("#/chat"));
  expect(steps).toEqual(["replace #/chat"]);
  expect(chat.current.value?.messages.value).toEqual([]);
});

it("does not change the address of another view", async () => {
  const { chat, location } = await start("#/models");
  chat.startNew();
  expect(location.hash).toBe("#/models");
});

/** A service that the test speaks for, and a library in memory, for tests of the chat. */
import { signal } from "@preact/signals";
import type { ConversationWithMessages } from "../../conversations/conversation.ts";
import type { Library } from "../../conversations/library.ts";
import type { ReplyEvent, ReplyInput } from "../../service/reply-event.ts";

/** A service whose replies are fed, ended and failed by the test; the latest request is the one it answers. */
export function manualService() {
  const requests: ReplyInput[] = [];
  let controller: ReadableStreamDefaultController<ReplyEvent> | undefined;
  async function* requestReply(request: ReplyInput, abort: AbortSignal) {
    requests.push(request);
    const events = new ReadableStream<ReplyEvent>({ start: (opened) => void (controller = opened) });
    abort.addEventListener("abort", () => controller?.error(abort.reason));
    yield* events;
  }
  const feed = (...events: ReplyEvent[]) => events.forEach((event) => controller?.enqueue(event));
  return {
    requests,
    requestReply,
    feed,
    /** A whole reply. */
    answer(text: string) {
      feed({ type: "requested" }, { type: "text", text }, { type: "finish", reason: "complete" });
      controller?.close();
    },
    end: () => controller?.close(),
    fail: (message: string) => controller?.error(new Error(message)),
  };
}

/** The library's behaviour without a database. `elsewhere` tells of a change by another tab. */
export function memoryLibrary(...kept: readonly ConversationWithMessages[]) {
  const conversations = new Map(kept.map((conversation) => [conversation.id, conversation]));
  const shown = signal([...conversations.values()]);
  const listeners: ((ids: readonly string[]) => void)[] = [];
  const library: Library = {
    conversations: shown,
    storageFailed: signal(false),
    refresh: async () => {},
    read: async (id) => conversations.get(id),
    add: async (added) => {
      for (const conversation of added) conversations.set(conversation.id, conversation);
      shown.value = [...conversations.values()];
    },
    change: async (id, { conversation = {}, put = [], remove = [] }) => {
      const before = conversations.get(id);
      if (before === undefined) return;
      const messages = before.messages
        .filter((message) => !remove.includes(message.id))
        .map((message) => put.find((changed) => changed.id === message.id) ?? message);
      const added = put.filter((message) => !messages.some(({ id }) => id === message.id));
      conversations.set(id, { ...before, ...conversation, messages: [...messages, ...added] });
      shown.value = [...conversations.values()];
    },
    remove: async (id) => {
      const removed = conversations.get(id);
      conversations.delete(id);
      shown.value = [...conversations.values()];
      return removed;
    },
    async *search() {
      yield [];
    },
    exportText: async () => "",
    importText: async () => 0,
    onRemoteChange: (listener) => void listeners.push(listener),
  };
  return {
    library,
    conversations,
    elsewhere: (...ids: string[]) => listeners.forEach((listener) => listener(ids)),
  };
}

import { signal } from "@preact/signals";
import type { ConversationWithMessages } from "../../conversations/conversation.ts";
import type { Library } from "../../conversations/library.ts";

/** The library's behaviour without a database. `changeRemotely` simulates a change by another tab. */
export function memoryLibrary(...stored: readonly ConversationWithMessages[]) {
  const conversations = new Map(stored.map((conversation) => [conversation.id, conversation]));
  const shown = signal([...conversations.values()]);
  const listeners: ((ids: readonly string[]) => void)[] = [];
  const show = () => void (shown.value = [...conversations.values()]);

  const library: Library = {
    conversations: shown,
    storageFailed: signal(false),
    refresh: async () => {},
    read: async (id) => conversations.get(id),
    add: async (added) => {
      for (const conversation of added) conversations.set(conversation.id, conversation);
      show();
    },
    change: async (id, { conversation = {}, put = [], remove = [] }) => {
      const before = conversations.get(id);
      if (before === undefined) return;
      const messages = before.messages
        .filter((message) => !remove.includes(message.id))
        .map((message) => put.find((changed) => changed.id === message.id) ?? message);
      const added = put.filter((message) => !messages.some(({ id }) => id === message.id));
      conversations.set(id, { ...before, ...conversation, messages: [...messages, ...added] });
      show();
    },
    remove: async (id) => {
      const removed = conversations.get(id);
      conversations.delete(id);
      show();
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
    changeRemotely: (...ids: string[]) => listeners.forEach((listener) => listener(ids)),
  };
}

/** Conversations in IndexedDB: they stay on this device. */
import { type DBSchema, openDB } from "idb";
import type { Conversation } from "./conversation.ts";

export interface ConversationStore {
  /** The conversation that was changed last. */
  latest(): Promise<Conversation | undefined>;
  put(conversation: Conversation): Promise<void>;
  delete(id: string): Promise<void>;
}

interface Schema extends DBSchema {
  conversations: { key: string; value: Conversation; indexes: { updatedAt: number } };
}

/** Opens the database at the first use. Every method rejects where the browser offers no storage. */
export function createConversationStore(name = "insitu-app"): ConversationStore {
  let opened: ReturnType<typeof open> | undefined;

  function open() {
    return openDB<Schema>(name, 1, {
      upgrade(database) {
        const conversations = database.createObjectStore("conversations", { keyPath: "id" });
        conversations.createIndex("updatedAt", "updatedAt");
      },
      // Another tab wants to delete or upgrade the database: let it, and open anew at the next use.
      blocking(_current, _blocked, event) {
        if (event.target instanceof IDBDatabase) event.target.close();
        opened = undefined;
      },
      terminated() {
        opened = undefined;
      },
    });
  }

  return {
    async latest() {
      const database = await (opened ??= open());
      const cursor = await database
        .transaction("conversations")
        .store.index("updatedAt")
        .openCursor(null, "prev");
      return cursor?.value;
    },
    async put(conversation) {
      const database = await (opened ??= open());
      await database.put("conversations", conversation);
    },
    async delete(id) {
      const database = await (opened ??= open());
      await database.delete("conversations", id);
    },
  };
}

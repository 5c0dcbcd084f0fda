/** The app's own database. Each message is a row of its own, so that adding one is cheap. */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, deleteDB, openDB } from "idb";
import * as z from "zod/mini";
import { DEFAULT_SETTINGS, messageSchema, titleOf } from "./conversation.ts";

/** Rows are `unknown` until they are parsed, because another version of the app may have written them. */
export interface ConversationsSchema extends DBSchema {
  conversations: { key: string; value: unknown; indexes: { updatedAt: number } };
  messages: { key: string; value: unknown; indexes: { place: [string, number] } };
}

export type ConversationsDatabase = IDBPDatabase<ConversationsSchema>;

const DATABASE_VERSION = 2;

export interface ConversationsConnection {
  /** The database, opened at its first use and again after another tab has deleted it. */
  open(): Promise<ConversationsDatabase>;
  /** Delete the database for good: `open` then rejects, so that no pending write of this page recreates it. */
  erase(): Promise<void>;
}

export function createConversationsConnection(name: string): ConversationsConnection {
  let opened: Promise<ConversationsDatabase> | undefined;

  function open(): Promise<ConversationsDatabase> {
    const opening = openDB<ConversationsSchema>(name, DATABASE_VERSION, {
      async upgrade(database, from, _to, transaction) {
        if (from < 1) {
          database
            .createObjectStore("conversations", { keyPath: "id" })
            .createIndex("updatedAt", "updatedAt");
        }
        if (from < 2) {
          const messages = database.createObjectStore("messages", { keyPath: "message.id" });
          messages.createIndex("place", ["conversation", "place"]);
          if (from === 1) await migrateVersion1(transaction);
        }
      },
      // Another tab wants to delete or upgrade the database: close it, and open it again at its next use.
      blocking(_current, _blocked, event) {
        if (event.target instanceof IDBDatabase) event.target.close();
        opened = undefined;
      },
      terminated() {
        opened = undefined;
      },
    });
    opening.catch(() => {
      if (opened === opening) opened = undefined;
    });
    return opening;
  }

  return {
    open: () => (opened ??= open()),
    async erase() {
      const database = await opened?.catch(() => undefined);
      opened = Promise.reject(new Error("The conversations were deleted. Reload the page to start again."));
      opened.catch(() => {});
      database?.close();
      await deleteDB(name);
    },
  };
}

/** Version 1 had the messages in the conversation's row, and no images, titles or settings. */
const version1Schema = z.object({
  id: z.string(),
  updatedAt: z.number(),
  messages: z.array(z.looseObject({})),
});

async function migrateVersion1(
  transaction: IDBPTransaction<ConversationsSchema, ("conversations" | "messages")[], "versionchange">,
): Promise<void> {
  const conversations = transaction.objectStore("conversations");
  for (const row of await conversations.getAll()) {
    const old = version1Schema.safeParse(row);
    if (!old.success) continue;
    const { id, updatedAt } = old.data;
    const messages = old.data.messages.flatMap((message) => {
      const parsed = messageSchema.safeParse({ images: [], ...message });
      return parsed.success ? [parsed.data] : [];
    });
    await conversations.put({
      id,
      title: titleOf(messages),
      createdAt: updatedAt,
      updatedAt,
      settings: DEFAULT_SETTINGS,
    });
    for (const [place, message] of messages.entries()) {
      await transaction.objectStore("messages").put({ conversation: id, place, message });
    }
  }
}

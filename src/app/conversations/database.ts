/** The app's own database. Each message is a row of its own, so that adding one is cheap. */
import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type StoreNames,
  deleteDB,
  openDB,
} from "idb";
import * as z from "zod/mini";
import { createReopenable } from "../../util/reopenable.ts";
import { DEFAULT_SETTINGS, messageSchema, titleOf } from "./conversation.ts";

/** Rows are `unknown` until they are parsed, because another version of the app may have written them. */
export interface ConversationsSchema extends DBSchema {
  conversations: { key: string; value: unknown; indexes: { updatedAt: number } };
  messages: { key: string; value: unknown; indexes: { place: [string, number] } };
}

export type ConversationsDatabase = IDBPDatabase<ConversationsSchema>;
type UpgradeTransaction = IDBPTransaction<
  ConversationsSchema,
  StoreNames<ConversationsSchema>[],
  "versionchange"
>;

const DATABASE_VERSION = 2;

export interface ConversationsConnection {
  /** The open database. Rejects after `erase`. */
  open(): Promise<ConversationsDatabase>;
  /** Delete the database for good: `open` then rejects, so that no pending write of this page recreates it. */
  erase(): Promise<void>;
}

export function createConversationsConnection(name: string): ConversationsConnection {
  let erased = false;
  const connection = createReopenable((onLost) =>
    openDB<ConversationsSchema>(name, DATABASE_VERSION, {
      upgrade: (database, from, _to, transaction) => upgrade(database, from, transaction),
      blocking: onLost,
      terminated: onLost,
    }),
  );
  return {
    open() {
      if (erased)
        return Promise.reject(new Error("The conversations were deleted. Reload the page to start again."));
      return connection.open();
    },
    async erase() {
      erased = true;
      await connection.close();
      await deleteDB(name);
    },
  };
}

async function upgrade(
  database: ConversationsDatabase,
  from: number,
  transaction: UpgradeTransaction,
): Promise<void> {
  if (from < 1) {
    database.createObjectStore("conversations", { keyPath: "id" }).createIndex("updatedAt", "updatedAt");
  }
  if (from < 2) {
    const messages = database.createObjectStore("messages", { keyPath: "message.id" });
    messages.createIndex("place", ["conversation", "place"]);
    if (from === 1) await migrateVersion1(transaction);
  }
}

/** Version 1 held a conversation's messages in its own row, without images, titles and settings. */
const version1Schema = z.object({
  id: z.string(),
  updatedAt: z.number(),
  messages: z.array(z.looseObject({})),
});

async function migrateVersion1(transaction: UpgradeTransaction): Promise<void> {
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

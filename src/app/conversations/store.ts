/**
 * Conversations in IndexedDB. Every change is one transaction that reads before it writes, so that two tabs never
 * overwrite each other's changes. Every method rejects if the browser has no storage.
 */
import type { ConversationWithMessages, StoredConversation, StoredMessage } from "./conversation.ts";
import type { ConversationsConnection } from "./database.ts";
import { parseConversationRow, parseMessageRow } from "./rows.ts";
import { searchConversations } from "./search.ts";
import { suppressUnhandledAbort } from "../../util/suppress-unhandled-abort.ts";

export interface ConversationChange {
  /** Changed fields of the conversation itself. */
  readonly conversation?: Partial<Omit<StoredConversation, "id">>;
  /** Messages that replace the ones with their ids, or else are added at the end. */
  readonly put?: readonly StoredMessage[];
  /** Ids of messages to remove. */
  readonly remove?: readonly string[];
}

export interface ConversationStore {
  /** Most recently changed first. */
  list(): Promise<StoredConversation[]>;
  get(id: string): Promise<StoredConversation | undefined>;
  messages(id: string): Promise<StoredMessage[]>;
  /** Store new conversations, or restore removed ones. */
  add(conversations: readonly ConversationWithMessages[]): Promise<void>;
  /** @returns false if the conversation has been removed: nothing is stored then */
  change(id: string, change: ConversationChange): Promise<boolean>;
  /** @returns the removed conversation, for an undo */
  remove(id: string): Promise<ConversationWithMessages | undefined>;
  /**
   * Ids of the conversations whose title or messages contain `words`, in batches: an id can come more than once.
   * `signal` ends the search.
   */
  search(words: string, signal: AbortSignal): AsyncGenerator<readonly string[]>;
}

export function createConversationStore(
  connection: Pick<ConversationsConnection, "open">,
): ConversationStore {
  async function startTransaction() {
    const database = await connection.open();
    const transaction = suppressUnhandledAbort(
      database.transaction(["conversations", "messages"], "readwrite"),
    );
    const conversations = transaction.objectStore("conversations");
    const messages = transaction.objectStore("messages");
    return { conversations, messages, done: transaction.done };
  }

  async function messages(id: string): Promise<StoredMessage[]> {
    const database = await connection.open();
    const rows = await database.getAllFromIndex("messages", "place", allPlacesOf(id));
    return rows.flatMap((row) => parseMessageRow(row)?.message ?? []);
  }

  return {
    messages,
    search: (words, signal) => searchConversations(connection, words, signal),

    async list() {
      const rows = await (await connection.open()).getAllFromIndex("conversations", "updatedAt");
      return rows.flatMap((row) => parseConversationRow(row) ?? []).toReversed();
    },

    async get(id) {
      return parseConversationRow(await (await connection.open()).get("conversations", id));
    },

    async add(added) {
      const { conversations, messages, done } = await startTransaction();
      const rows = added.flatMap(({ id, messages }) =>
        messages.map((message, place) => ({ conversation: id, place, message })),
      );
      await Promise.all([
        ...added.map(({ messages: _, ...conversation }) => conversations.put(conversation)),
        ...rows.map((row) => messages.put(row)),
        done,
      ]);
    },

    async change(id, { conversation = {}, put = [], remove = [] }) {
      const { conversations, messages, done } = await startTransaction();
      const current = parseConversationRow(await conversations.get(id));
      if (current === undefined) return false;
      await conversations.put({ ...current, ...conversation });
      for (const messageId of remove) await messages.delete(messageId);
      const last = await messages.index("place").openCursor(allPlacesOf(id), "prev");
      let lastPlace = parseMessageRow(last?.value)?.place ?? -1;
      for (const message of put) {
        const existing = parseMessageRow(await messages.get(message.id));
        await messages.put({ conversation: id, place: existing?.place ?? ++lastPlace, message });
      }
      await done;
      return true;
    },

    async remove(id) {
      const { conversations, messages, done } = await startTransaction();
      const conversation = parseConversationRow(await conversations.get(id));
      const removed: StoredMessage[] = [];
      for (const key of await messages.index("place").getAllKeys(allPlacesOf(id))) {
        const row = parseMessageRow(await messages.get(key));
        if (row !== undefined) removed.push(row.message);
        await messages.delete(key);
      }
      await conversations.delete(id);
      await done;
      return conversation && { ...conversation, messages: removed };
    },
  };
}

/** Range of the index "place" with every message of a conversation. */
function allPlacesOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, Number.NEGATIVE_INFINITY], [id, Number.POSITIVE_INFINITY]);
}

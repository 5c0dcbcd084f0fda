/**
 * Conversations in IndexedDB. Every change is one transaction that reads what it changes first, so that two
 * tabs never overwrite each other. Every method rejects where the browser offers no storage.
 */
import {
  type StoredConversation,
  conversationSchema,
  type StoredMessage,
  type ConversationWithMessages,
} from "./conversation.ts";
import { type ConversationsConnection, messageRowSchema, type MessageRow } from "./database.ts";

export interface ConversationChange {
  /** What of the conversation's own row changes. */
  readonly conversation?: Partial<Omit<StoredConversation, "id">>;
  /** Messages to add at the end, or in their place where one with that id is there. */
  readonly put?: readonly StoredMessage[];
  /** Ids of messages to remove. */
  readonly remove?: readonly string[];
}

export interface ConversationStore {
  /** All of them, the one that was changed last first. A row that cannot be read is left alone. */
  list(): Promise<StoredConversation[]>;
  get(id: string): Promise<StoredConversation | undefined>;
  messages(id: string): Promise<StoredMessage[]>;
  /** Keep a new one, or put back one that was removed, whole. */
  add(conversations: readonly ConversationWithMessages[]): Promise<void>;
  /** @returns false where the conversation is no longer there: nothing is kept then */
  change(id: string, change: ConversationChange): Promise<boolean>;
  /** @returns what was removed, to put back */
  remove(id: string): Promise<ConversationWithMessages | undefined>;
  /** Ids of the conversations that say `words`, found piece by piece; `signal` ends the search. */
  search(words: string, signal: AbortSignal): AsyncGenerator<readonly string[]>;
}

const MIN_PLACE = Number.NEGATIVE_INFINITY;
const MAX_PLACE = Number.POSITIVE_INFINITY;
/** Rows read at once in a search: images make rows large. */
const SEARCH_BATCH_SIZE = 500;

export function createConversationStore(
  connection: Pick<ConversationsConnection, "open">,
): ConversationStore {
  const placesOf = (id: string) => IDBKeyRange.bound([id, MIN_PLACE], [id, MAX_PLACE]);

  async function messages(id: string): Promise<StoredMessage[]> {
    const database = await connection.open();
    const rows = await database.getAllFromIndex("messages", "place", placesOf(id));
    return rows.flatMap((row) => readMessage(row)?.message ?? []);
  }

  return {
    messages,

    async list() {
      const rows = await (await connection.open()).getAllFromIndex("conversations", "updatedAt");
      return rows.flatMap((row) => readConversation(row) ?? []).toReversed();
    },

    async get(id) {
      const row = await (await connection.open()).get("conversations", id);
      return row === undefined ? undefined : readConversation(row);
    },

    async add(conversations) {
      const database = await connection.open();
      const transaction = database.transaction(["conversations", "messages"], "readwrite");
      for (const { messages, ...conversation } of conversations) {
        void transaction.objectStore("conversations").put(conversation);
        for (const [place, message] of messages.entries()) {
          void transaction.objectStore("messages").put({ conversation: conversation.id, place, message });
        }
      }
      await transaction.done;
    },

    async change(id, { conversation = {}, put = [], remove = [] }) {
      const database = await connection.open();
      const transaction = database.transaction(["conversations", "messages"], "readwrite");
      const rows = transaction.objectStore("messages");
      const row = await transaction.objectStore("conversations").get(id);
      const current = row === undefined ? undefined : readConversation(row);
      if (current === undefined) return false;
      await transaction.objectStore("conversations").put({ ...current, ...conversation });
      for (const gone of remove) await rows.delete(gone);
      const last = await rows.index("place").openCursor(placesOf(id), "prev");
      let place = last === null ? -1 : (readMessage(last.value)?.place ?? -1);
      for (const message of put) {
        const there = await rows.get(message.id);
        const kept = there === undefined ? undefined : readMessage(there)?.place;
        await rows.put({ conversation: id, place: kept ?? ++place, message });
      }
      await transaction.done;
      return true;
    },

    async remove(id) {
      const database = await connection.open();
      const transaction = database.transaction(["conversations", "messages"], "readwrite");
      const row = await transaction.objectStore("conversations").get(id);
      const rows = transaction.objectStore("messages");
      const keys = await rows.index("place").getAllKeys(placesOf(id));
      const removed: StoredMessage[] = [];
      for (const key of keys) {
        const read = readMessage(await rows.get(key));
        if (read !== undefined) removed.push(read.message);
        await rows.delete(key);
      }
      await transaction.objectStore("conversations").delete(id);
      await transaction.done;
      const conversation = row === undefined ? undefined : readConversation(row);
      return conversation && { ...conversation, messages: removed };
    },

    async *search(words, signal) {
      const wanted = comparable(words);
      const database = await connection.open();
      const titles = (await database.getAll("conversations")).flatMap((row) => readConversation(row) ?? []);
      yield titles.filter(({ title }) => comparable(title).includes(wanted)).map(({ id }) => id);
      let after: IDBKeyRange | null = null;
      while (!signal.aborted) {
        const [rows, keys] = await Promise.all([
          database.getAll("messages", after, SEARCH_BATCH_SIZE),
          database.getAllKeys("messages", after, SEARCH_BATCH_SIZE),
        ]);
        const found = rows.flatMap((row) => {
          const read = readMessage(row);
          return read !== undefined && comparable(read.message.text).includes(wanted)
            ? [read.conversation]
            : [];
        });
        if (found.length > 0) yield found;
        const last = keys.at(-1);
        if (last === undefined || keys.length < SEARCH_BATCH_SIZE) return;
        after = IDBKeyRange.lowerBound(last, true);
      }
    },
  };
}

/** Case and the form of accents make no difference to a search. */
function comparable(text: string): string {
  return text.normalize("NFKC").toLocaleLowerCase();
}

function readConversation(row: unknown): StoredConversation | undefined {
  const read = conversationSchema.safeParse(row);
  if (!read.success) console.warn("A conversation cannot be read and was left as it is.", row, read.error);
  return read.data;
}

function readMessage(row: unknown): MessageRow | undefined {
  const read = messageRowSchema.safeParse(row);
  if (!read.success) console.warn("A message cannot be read and was left as it is.", row, read.error);
  return read.data;
}

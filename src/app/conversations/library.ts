/** The conversations stored on this device, as a signal that follows the changes of every tab. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { Mutex } from "../../util/mutex.ts";
import { readArchive, writeArchive } from "./archive.ts";
import type { ConversationChannel } from "./conversation-channel.ts";
import type { StoredConversation, ConversationWithMessages } from "./conversation.ts";
import type { ConversationChange, ConversationStore } from "./store.ts";

export interface Library {
  /** Most recently changed first; null until they have been read. */
  readonly conversations: ReadonlySignal<readonly StoredConversation[] | null>;
  /** True once the browser has refused to store something. */
  readonly storageFailed: ReadonlySignal<boolean>;
  /** Read the list again. Never rejects: a failure sets `storageFailed`. */
  refresh(): Promise<void>;
  /** @returns undefined if no conversation has this id */
  read(id: string): Promise<ConversationWithMessages | undefined>;
  /** Store new conversations, or restore removed ones. */
  add(conversations: readonly ConversationWithMessages[]): Promise<void>;
  /** Applied in the order of the calls. Never rejects, so that a chat goes on without storage. */
  change(id: string, change: ConversationChange): Promise<void>;
  /** @returns the removed conversation, for an undo */
  remove(id: string): Promise<ConversationWithMessages | undefined>;
  /** Ids of the conversations that contain `words`, as they are found. */
  search(words: string, signal: AbortSignal): AsyncGenerator<readonly string[]>;
  /** The text of a file with one conversation, or with all of them. */
  exportText(id?: string): Promise<string>;
  /**
   * Add the conversations of a file.
   *
   * @returns how many were added
   * @throws {Error} with a message for the user; nothing is added then
   */
  importText(text: string): Promise<number>;
  /** Have `listener` called after another tab has changed or removed conversations. */
  onRemoteChange(listener: (ids: readonly string[]) => void): void;
}

export function createLibrary(store: ConversationStore, channel: ConversationChannel): Library {
  const conversations = signal<readonly StoredConversation[] | null>(null);
  const storageFailed = signal(false);
  const listeners: ((ids: readonly string[]) => void)[] = [];
  /** Runs operations one at a time, in the order of the calls. */
  const mutex = new Mutex();

  /** Updates rows of the shown list; an undefined row has been removed. */
  function show(rows: ReadonlyMap<string, StoredConversation | undefined>): void {
    const others = (conversations.value ?? []).filter(({ id }) => !rows.has(id));
    const changed = [...rows.values()].filter((row) => row !== undefined);
    conversations.value = [...changed, ...others].sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async function refreshRows(ids: readonly string[]): Promise<void> {
    show(new Map(await Promise.all(ids.map(async (id) => [id, await store.get(id)] as const))));
  }

  channel.observe((ids) => {
    void mutex
      .runExclusive(() => refreshRows(ids))
      .then(
        () => listeners.forEach((listener) => listener(ids)),
        () => void (storageFailed.value = true),
      );
  });

  async function read(id: string): Promise<ConversationWithMessages | undefined> {
    const [conversation, messages] = await Promise.all([store.get(id), store.messages(id)]);
    return conversation && { ...conversation, messages };
  }

  async function add(added: readonly ConversationWithMessages[]): Promise<void> {
    await store.add(added);
    show(new Map(added.map(({ messages: _, ...conversation }) => [conversation.id, conversation])));
    channel.announce(added.map(({ id }) => id));
  }

  return {
    conversations,
    storageFailed,
    search: store.search,
    read: (id) => mutex.runExclusive(() => read(id)),
    add: (added) => mutex.runExclusive(() => add(added)),
    onRemoteChange: (listener) => void listeners.push(listener),

    async refresh() {
      try {
        conversations.value = await mutex.runExclusive(store.list);
      } catch {
        storageFailed.value = true;
        conversations.value ??= [];
      }
    },

    async change(id, change) {
      try {
        await mutex.runExclusive(async () => {
          if (!(await store.change(id, change))) return;
          await refreshRows([id]);
          channel.announce([id]);
        });
      } catch {
        storageFailed.value = true;
      }
    },

    remove: (id) =>
      mutex.runExclusive(async () => {
        const removed = await store.remove(id);
        show(new Map([[id, undefined]]));
        channel.announce([id]);
        return removed;
      }),

    async exportText(id) {
      const ids = id === undefined ? (await mutex.runExclusive(store.list)).map(({ id }) => id) : [id];
      const whole = await Promise.all(ids.map(read));
      return writeArchive(whole.filter((conversation) => conversation !== undefined));
    },

    async importText(text) {
      return mutex.runExclusive(async () => {
        const taken = new Set((await store.list()).map(({ id }) => id));
        const added = readArchive(text, taken);
        await add(added);
        return added.length;
      });
    },
  };
}

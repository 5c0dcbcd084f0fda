/** The conversations that are kept on this device, as the app shows them: alike in all its tabs. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { readArchive, writeArchive } from "./archive.ts";
import type { ConversationChannel } from "./conversation-channel.ts";
import type { StoredConversation, ConversationWithMessages } from "./conversation.ts";
import type { ConversationChange, ConversationStore } from "./store.ts";

export interface Library {
  /** The one that was changed last first; null until they have been read. */
  readonly conversations: ReadonlySignal<readonly StoredConversation[] | null>;
  /** True once the browser has refused to store something. */
  readonly storageFailed: ReadonlySignal<boolean>;
  /** Read them all. Never rejects: `storageFailed` says whether the browser could. */
  refresh(): Promise<void>;
  /** @returns undefined where there is none with this id */
  read(id: string): Promise<ConversationWithMessages | undefined>;
  /** Keep new ones, or put back removed ones. */
  add(conversations: readonly ConversationWithMessages[]): Promise<void>;
  /** Changes happen in the order of the calls. Never rejects: a chat that cannot be kept goes on. */
  change(id: string, change: ConversationChange): Promise<void>;
  /** @returns what was removed, to put back */
  remove(id: string): Promise<ConversationWithMessages | undefined>;
  /** Ids of the conversations that say `words`, as they are found. */
  search(words: string, signal: AbortSignal): AsyncGenerator<readonly string[]>;
  /** A file with one conversation, or with all. */
  exportText(id?: string): Promise<string>;
  /**
   * Add the conversations of a file.
   *
   * @returns how many
   * @throws {Error} in words for the person; nothing is added then
   */
  importText(text: string): Promise<number>;
  /** Called after another tab changed or removed conversations. */
  onRemoteChange(listener: (ids: readonly string[]) => void): void;
}

export function createLibrary(store: ConversationStore, changes: ConversationChannel): Library {
  const conversations = signal<readonly StoredConversation[] | null>(null);
  const storageFailed = signal(false);
  const listeners: ((ids: readonly string[]) => void)[] = [];
  let queue: Promise<unknown> = Promise.resolve();

  /** One operation after the other, in the order of the calls. */
  function inOrder<T>(operation: () => Promise<T>): Promise<T> {
    const result = queue.then(operation);
    queue = result.catch(() => {});
    return result;
  }

  /** Show rows as they are now; one that is undefined is gone. */
  function show(rows: ReadonlyMap<string, StoredConversation | undefined>): void {
    const others = (conversations.value ?? []).filter(({ id }) => !rows.has(id));
    const changed = [...rows.values()].filter((row) => row !== undefined);
    conversations.value = [...changed, ...others].sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async function showAgain(ids: readonly string[]): Promise<void> {
    show(new Map(await Promise.all(ids.map(async (id) => [id, await store.get(id)] as const))));
  }

  changes.observe((ids) => {
    void inOrder(() => showAgain(ids)).then(
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
    changes.announce(added.map(({ id }) => id));
  }

  return {
    conversations,
    storageFailed,
    search: store.search,
    read: (id) => inOrder(() => read(id)),
    add: (added) => inOrder(() => add(added)),
    onRemoteChange: (listener) => void listeners.push(listener),

    async refresh() {
      try {
        conversations.value = await inOrder(store.list);
      } catch {
        storageFailed.value = true;
        conversations.value ??= [];
      }
    },

    async change(id, change) {
      try {
        await inOrder(async () => {
          if (!(await store.change(id, change))) return;
          await showAgain([id]);
          changes.announce([id]);
        });
      } catch {
        storageFailed.value = true;
      }
    },

    remove: (id) =>
      inOrder(async () => {
        const removed = await store.remove(id);
        show(new Map([[id, undefined]]));
        changes.announce([id]);
        return removed;
      }),

    async exportText(id) {
      const ids = id === undefined ? (await inOrder(store.list)).map(({ id }) => id) : [id];
      const whole = await Promise.all(ids.map(read));
      return writeArchive(whole.filter((conversation) => conversation !== undefined));
    },

    async importText(text) {
      return inOrder(async () => {
        const taken = new Set((await store.list()).map(({ id }) => id));
        const added = readArchive(text, taken);
        await add(added);
        return added.length;
      });
    },
  };
}

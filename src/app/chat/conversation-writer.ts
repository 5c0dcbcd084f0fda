/** Stores what happens in one conversation. A new conversation is added to the library with its first message. */
import type { ReadonlySignal } from "@preact/signals";
import { type ConversationSettings, type StoredMessage, titleOf } from "../conversations/conversation.ts";
import type { Library } from "../conversations/library.ts";

export interface ConversationWriter {
  /**
   * Store the messages `put`, each in the place of the stored one with its id or else at the end, and remove those
   * with the ids `remove`. Never rejects: a chat goes on without storage.
   */
  write(put: readonly StoredMessage[], remove?: readonly string[]): Promise<void>;
  /** Store changed settings; those of a new conversation are stored with its first message. */
  writeSettings(settings: ConversationSettings): void;
}

export interface ConversationWriterDependencies {
  readonly library: Library;
  readonly id: string;
  readonly settings: ReadonlySignal<ConversationSettings>;
  readonly isStored: boolean;
}

export function createConversationWriter(dependencies: ConversationWriterDependencies): ConversationWriter {
  const { library, id, settings } = dependencies;
  let { isStored } = dependencies;

  return {
    async write(put, remove = []) {
      const updatedAt = Date.now();
      if (isStored) return library.change(id, { conversation: { updatedAt }, put, remove });
      isStored = true;
      const conversation = { id, title: titleOf(put), createdAt: updatedAt, updatedAt };
      await library.add([{ ...conversation, settings: settings.value, messages: put }]).catch(() => {});
    },

    writeSettings(changed) {
      if (isStored) void library.change(id, { conversation: { settings: changed } });
    },
  };
}

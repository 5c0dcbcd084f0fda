/** One conversation that is worked on: its messages, the reply in progress, and the draft. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  type ConversationSettings,
  type ConversationWithMessages,
  DEFAULT_SETTINGS,
  type StoredMessage,
} from "../conversations/conversation.ts";
import type { Library } from "../conversations/library.ts";
import { createConversationWriter } from "./conversation-writer.ts";
import { createReplyExchange, type ReplyExchangeDependencies } from "./reply-exchange.ts";
import type { ReplyState } from "./reply.ts";

/** A message that is not sent yet. */
export interface Draft {
  readonly text: string;
  /** As `data:` URLs. */
  readonly images: readonly string[];
}

export const EMPTY_DRAFT: Draft = { text: "", images: [] };

/** New text for a message that was sent. */
export interface MessageEdit {
  readonly id: string;
  readonly text: string;
}

export interface ChatSession {
  readonly id: string;
  readonly messages: ReadonlySignal<readonly StoredMessage[]>;
  /** True if a message has an image. */
  readonly hasImages: ReadonlySignal<boolean>;
  readonly settings: ReadonlySignal<ConversationSettings>;
  /** The reply in progress; null when there is none. */
  readonly reply: ReadonlySignal<ReplyState | null>;
  readonly busy: ReadonlySignal<boolean>;
  readonly draft: Signal<Draft>;
  readonly edit: Signal<MessageEdit | null>;
  /** Resolves when the reply has ended, in whatever way. Does nothing for a blank draft or during a reply. */
  send(): Promise<void>;
  /**
   * Request the reply with this id again, or a reply to the user's message with this id. The messages that follow
   * are removed when the new reply begins.
   */
  regenerate(id: string): Promise<void>;
  /** Send the edited message. The original and the messages that follow it are removed when its reply begins. */
  resend(): Promise<void>;
  stop(): void;
  changeSettings(settings: ConversationSettings): void;
  /** Store the reply in progress as interrupted, because the page may go away. */
  saveUnfinishedReply(): void;
  /** Show what is stored: another tab has changed it. Does nothing during a reply. */
  reload(): Promise<void>;
}

export interface ChatSessionDependencies extends Pick<
  ReplyExchangeDependencies,
  "requestReply" | "now" | "announce" | "notify"
> {
  readonly library: Library;
}

/** @param stored the conversation from the library; undefined for a new one, which is stored once it has a message */
export function createChatSession(
  dependencies: ChatSessionDependencies,
  stored?: ConversationWithMessages,
): ChatSession {
  const { library } = dependencies;
  const id = stored?.id ?? crypto.randomUUID();
  const messages = signal<readonly StoredMessage[]>(stored?.messages ?? []);
  // Computed when a message comes or goes, not at each character that is typed.
  const hasImages = computed(() =>
    messages.value.some((message) => message.role === "user" && message.images.length > 0),
  );
  const settings = signal(stored?.settings ?? DEFAULT_SETTINGS);
  const draft = signal(EMPTY_DRAFT);
  const edit = signal<MessageEdit | null>(null);
  const writer = createConversationWriter({ library, id, settings, isStored: stored !== undefined });
  const exchange = createReplyExchange({ ...dependencies, messages, settings, writer });
  const busy = computed(() => exchange.reply.value !== null);

  return {
    id,
    messages,
    hasImages,
    settings,
    reply: exchange.reply,
    busy,
    draft,
    edit,
    stop: exchange.stop,
    saveUnfinishedReply: exchange.saveUnfinished,

    async send() {
      const { images } = draft.value;
      const text = draft.value.text.trim();
      if ((text === "" && images.length === 0) || busy.value) return;
      const message: StoredMessage = { id: crypto.randomUUID(), role: "user", text, images: [...images] };
      draft.value = EMPTY_DRAFT;
      edit.value = null;
      await exchange.run({ history: [...messages.value, message], added: [message], replaced: [] });
    },

    async regenerate(messageId) {
      const index = messages.value.findIndex((message) => message.id === messageId);
      if (busy.value || index === -1) return;
      const end = messages.value[index]?.role === "user" ? index + 1 : index;
      await exchange.run({
        history: messages.value.slice(0, end),
        added: [],
        replaced: messages.value.slice(end),
      });
    },

    async resend() {
      const edited = edit.value;
      if (busy.value || edited === null) return;
      const index = messages.value.findIndex((message) => message.id === edited.id);
      const original = messages.value[index];
      const text = edited.text.trim();
      if (original?.role !== "user" || (text === "" && original.images.length === 0)) return;
      edit.value = null;
      const message: StoredMessage = { ...original, id: crypto.randomUUID(), text };
      const isSent = await exchange.run({
        history: [...messages.value.slice(0, index), message],
        added: [message],
        replaced: messages.value.slice(index),
      });
      // The original message is back, and the new text must not be lost.
      if (!isSent) edit.value = edited;
    },

    changeSettings(changed) {
      settings.value = changed;
      writer.writeSettings(changed);
    },

    async reload() {
      if (busy.value) return;
      const latest = await library.read(id);
      if (latest === undefined || busy.value) return;
      batch(() => {
        messages.value = latest.messages;
        settings.value = latest.settings;
      });
    },
  };
}

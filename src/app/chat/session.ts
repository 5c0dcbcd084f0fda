/** One conversation as it is worked on: what was said, the reply that is being written, and the draft. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  type ConversationSettings,
  DEFAULT_SETTINGS,
  type StoredMessage,
  type ReplyOutcome,
  titleOf,
  type ConversationWithMessages,
} from "../conversations/conversation.ts";
import type { Library } from "../conversations/library.ts";
import type { RequestReply } from "../service/reply-event.ts";
import { messageOf } from "../ui/message-of.ts";
import { announcementOf } from "./announcement.ts";
import type { Notice } from "./notice.ts";
import { type ReplyState, reduceReply, settleReply, startReply } from "./reply.ts";

/** A message that is not sent yet. */
export interface Draft {
  readonly text: string;
  /** As `data:` URLs. */
  readonly images: readonly string[];
}

export const NO_DRAFT: Draft = { text: "", images: [] };

/** A message that is being written anew. */
export interface MessageEdit {
  readonly id: string;
  readonly text: string;
}

export interface ChatSession {
  readonly id: string;
  readonly messages: ReadonlySignal<readonly StoredMessage[]>;
  /** Whether there is an image among them. */
  readonly hasImages: ReadonlySignal<boolean>;
  readonly settings: ReadonlySignal<ConversationSettings>;
  /** The reply that is being prepared or written; null when none is. */
  readonly reply: ReadonlySignal<ReplyState | null>;
  readonly busy: ReadonlySignal<boolean>;
  readonly draft: Signal<Draft>;
  readonly edit: Signal<MessageEdit | null>;
  /** Resolves when the reply has ended, however it did. Does nothing for a blank draft or during a reply. */
  send(): Promise<void>;
  /**
   * Ask again for the reply with this id, or for one to the message with this id. What follows is dropped
   * when the new one begins.
   */
  regenerate(id: string): Promise<void>;
  /** Send the edited message. What follows it is dropped when the reply to it begins. */
  resend(): Promise<void>;
  stop(): void;
  changeSettings(settings: ConversationSettings): void;
  /** Keep what there is of an open reply: the page may go away. */
  saveUnfinishedReply(): void;
  /** Show what is kept: another tab added to it. An open reply goes first, and is added at its end. */
  reload(): Promise<void>;
}

export interface ChatSessionDependencies {
  readonly library: Library;
  readonly requestReply: RequestReply;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** For a screen reader. */
  readonly announce: (text: string) => void;
  readonly notify: (notice: Notice | null) => void;
}

/** @param kept the conversation as it is kept, or undefined for a new one, which is kept once it is begun */
export function createChatSession(
  parts: ChatSessionDependencies,
  kept?: ConversationWithMessages,
): ChatSession {
  const { library, requestReply, now, announce, notify } = parts;
  const id = kept?.id ?? crypto.randomUUID();
  const messages = signal<readonly StoredMessage[]>(kept?.messages ?? []);
  // Looked for when a message comes or goes, not at each character that is typed.
  const hasImages = computed(() =>
    messages.value.some((message) => message.role === "user" && message.images.length > 0),
  );
  const settings = signal(kept?.settings ?? DEFAULT_SETTINGS);
  const reply = signal<ReplyState | null>(null);
  const draft = signal(NO_DRAFT);
  const edit = signal<MessageEdit | null>(null);
  let begun = kept !== undefined;
  let open: { readonly abort: AbortController; begun: boolean } | undefined;

  async function keep(put: readonly StoredMessage[], remove: readonly string[] = []): Promise<void> {
    const updatedAt = Date.now();
    if (begun) return library.change(id, { conversation: { updatedAt }, put, remove });
    begun = true;
    const title = titleOf(messages.value);
    const conversation = { id, title, createdAt: updatedAt, updatedAt, settings: settings.value };
    // The library says where the browser keeps nothing; the chat goes on.
    await library.add([{ ...conversation, messages: put }]).catch(() => {});
  }

  async function follow(abort: AbortSignal, onBegin: () => void): Promise<ReplyOutcome> {
    try {
      const request = { messages: messages.value, settings: settings.value };
      for await (const event of requestReply(request, abort)) {
        if (event.type === "text") onBegin();
        if (reply.value !== null) reply.value = reduceReply(reply.value, event, now());
      }
    } catch (error) {
      return abort.aborted ? { type: "stopped" } : { type: "failed", message: messageOf(error) };
    }
    const finish = reply.value?.finish;
    return finish ? { type: finish } : { type: "failed", message: "The reply was cut before its end." };
  }

  /**
   * Ask for a reply to `history`, whose `added` messages are not kept yet, in place of `dropped` ones: those
   * come back where no new reply begins.
   */
  async function ask(
    history: readonly StoredMessage[],
    added: readonly StoredMessage[],
    dropped: readonly StoredMessage[],
  ) {
    const before = messages.value;
    const started = startReply(crypto.randomUUID());
    const current = { abort: new AbortController(), begun: false };
    open = current;
    batch(() => {
      messages.value = history;
      reply.value = started;
      announce("");
      notify(null);
    });
    const begin = () => {
      if (current.begun) return;
      current.begun = true;
      void keep(added, idsOf(dropped));
    };
    // Where nothing that says something is replaced, there is nothing to come back to.
    if (dropped.every(({ text }) => text === "")) begin();

    const outcome = await follow(current.abort.signal, begin);
    if (outcome.type === "complete") begin();
    const settled = settleReply(reply.value ?? started, outcome);
    open = undefined;
    batch(() => {
      messages.value = current.begun ? [...messages.value, settled] : before;
      reply.value = null;
      announce(announcementOf(outcome));
    });
    if (!current.begun) {
      if (outcome.type === "failed") notify({ text: `${outcome.message} Nothing was replaced.`, undo: null });
      return;
    }
    void keep([settled]);
    if (dropped.some(({ text }) => text !== "")) notify(replaced(before, dropped, [...added, settled]));
  }

  function replaced(
    before: readonly StoredMessage[],
    dropped: readonly StoredMessage[],
    by: readonly StoredMessage[],
  ): Notice {
    const what = dropped.length === 1 ? "A message was" : `${dropped.length} messages were`;
    return {
      text: `${what} replaced.`,
      undo: async () => {
        if (open !== undefined || messages.value.at(-1) !== by.at(-1)) return;
        messages.value = before;
        await keep(dropped, idsOf(by));
      },
    };
  }

  return {
    id,
    messages,
    hasImages,
    settings,
    reply,
    busy: computed(() => reply.value !== null),
    draft,
    edit,

    async send() {
      const { text, images } = draft.value;
      const trimmed = text.trim();
      if ((trimmed === "" && images.length === 0) || open !== undefined) return;
      const message: StoredMessage = {
        id: crypto.randomUUID(),
        role: "user",
        text: trimmed,
        images: [...images],
      };
      draft.value = NO_DRAFT;
      edit.value = null;
      await ask([...messages.value, message], [message], []);
    },

    async regenerate(messageId) {
      const at = messages.value.findIndex((message) => message.id === messageId);
      if (open !== undefined || at === -1) return;
      const end = messages.value[at]?.role === "user" ? at + 1 : at;
      await ask(messages.value.slice(0, end), [], messages.value.slice(end));
    },

    async resend() {
      const edited = edit.value;
      const at = messages.value.findIndex((message) => message.id === edited?.id);
      const original = messages.value[at];
      const text = edited?.text.trim() ?? "";
      if (open !== undefined || original?.role !== "user" || edited === null) return;
      if (text === "" && original.images.length === 0) return;
      edit.value = null;
      const message: StoredMessage = { ...original, id: crypto.randomUUID(), text };
      const dropped = messages.value.slice(at);
      await ask([...messages.value.slice(0, at), message], [message], dropped);
      // Where no reply began the old messages are back, and the new words are not lost.
      if (messages.value[at] === original) edit.value = edited;
    },

    stop() {
      open?.abort.abort();
    },

    changeSettings(changed) {
      settings.value = changed;
      if (begun) void library.change(id, { conversation: { settings: changed } });
    },

    saveUnfinishedReply() {
      // Until a reply that replaces others has begun, those are what is kept.
      if (reply.value !== null && open?.begun === true) {
        void keep([settleReply(reply.value, { type: "interrupted" })]);
      }
    },

    async reload() {
      if (open !== undefined) return;
      const whole = await library.read(id);
      if (whole === undefined || open !== undefined) return;
      batch(() => {
        messages.value = whole.messages;
        settings.value = whole.settings;
      });
    },
  };
}

function idsOf(messages: readonly StoredMessage[]): string[] {
  return messages.map(({ id }) => id);
}

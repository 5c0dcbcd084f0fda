/** The shown conversation, and what the user can do with the stored ones. Does not use the DOM. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { ConversationWithMessages } from "../conversations/conversation.ts";
import type { Library } from "../conversations/library.ts";
import type { RequestReply } from "../service/reply-event.ts";
import { messageOf } from "../../util/message-of.ts";
import type { Notice } from "./notice.ts";
import { type ChatSession, createChatSession } from "./session.ts";

export interface Chat {
  readonly library: Library;
  /** Null while a stored conversation is being read. */
  readonly current: ReadonlySignal<ChatSession | null>;
  /** Ids of the conversations with a reply in progress in this tab. */
  readonly busy: ReadonlySignal<ReadonlySet<string>>;
  /** Text for screen readers. */
  readonly announcement: ReadonlySignal<string>;
  readonly notice: ReadonlySignal<Notice | null>;
  dismissNotice(): void;
  /** Show a notice with this text. */
  readonly notify: (text: string) => void;
  /**
   * Show a stored conversation. A reply in progress in another one goes on.
   *
   * @returns false if no stored conversation has this id: a new one is shown then
   */
  open(id: string): Promise<boolean>;
  /** Show a new conversation. It is stored with its first message. */
  startNew(): void;
  /** Stop the conversation's reply and remove it. A notice offers to undo this. */
  remove(id: string): Promise<void>;
  rename(id: string, title: string): Promise<void>;
  /** Add the conversations of a file. A notice says how many, or why none. */
  importText(text: string): Promise<void>;
  /** Store the replies in progress as interrupted, because the page may go away. */
  saveUnfinishedReplies(): void;
}

export interface ChatDependencies {
  readonly library: Library;
  readonly requestReply: RequestReply;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export function createChat({ library, requestReply, now }: ChatDependencies): Chat {
  const announcement = signal("");
  const notice = signal<Notice | null>(null);
  const sessionDependencies = {
    library,
    requestReply,
    now,
    announce: (text: string) => void (announcement.value = text),
    notify: (shown: Notice | null) => void (notice.value = shown),
  };
  /** The current session, and those that hold a reply in progress, a draft or an edit. */
  const sessions = signal<ReadonlyMap<string, ChatSession>>(new Map());
  const current = signal<ChatSession | null>(createSession());
  /** Id of the conversation that was requested last; undefined for a new one. */
  let requestedId: string | undefined;

  function createSession(stored?: ConversationWithMessages): ChatSession {
    const session = createChatSession(sessionDependencies, stored);
    const unfinished = [...sessions.value.values()].filter(isUnfinished);
    sessions.value = new Map([...unfinished, session].map((each) => [each.id, each]));
    return session;
  }

  function discard(id: string): void {
    sessions.value.get(id)?.stop();
    sessions.value = new Map([...sessions.value].filter(([key]) => key !== id));
    if (current.value?.id === id) current.value = createSession();
  }

  function notify(text: string): void {
    notice.value = { text, undo: null };
  }

  library.onRemoteChange((ids) => {
    for (const id of ids) {
      const session = sessions.value.get(id);
      if (session === undefined) continue;
      const isStored = library.conversations.value?.some((conversation) => conversation.id === id) ?? true;
      if (isStored) void session.reload();
      else discard(id);
    }
  });

  return {
    library,
    current,
    announcement,
    notice,
    notify,
    busy: computed(
      () => new Set([...sessions.value.values()].filter(({ busy }) => busy.value).map(({ id }) => id)),
    ),

    dismissNotice() {
      notice.value = null;
    },

    async open(id) {
      requestedId = id;
      const existing = sessions.value.get(id);
      if (existing !== undefined) {
        current.value = existing;
        return true;
      }
      current.value = null;
      const stored = await library.read(id).catch(() => undefined);
      // Another conversation may have been requested in the meantime.
      if (requestedId !== id) return true;
      current.value = createSession(stored);
      return stored !== undefined;
    },

    startNew() {
      requestedId = undefined;
      notice.value = null;
      announcement.value = "New chat.";
      // Reuse a session that was left before its first message: it may have a draft.
      const blank = [...sessions.value.values()].find(
        ({ messages, busy }) => messages.value.length === 0 && !busy.value,
      );
      current.value = blank ?? createSession();
    },

    async remove(id) {
      sessions.value.get(id)?.stop();
      const removed = await library.remove(id);
      discard(id);
      if (removed === undefined) return;
      notice.value = {
        text: `“${removed.title}” was deleted.`,
        undo: () => library.add([removed]),
      };
    },

    async rename(id, title) {
      const trimmed = title.trim();
      if (trimmed !== "") await library.change(id, { conversation: { title: trimmed } });
    },

    async importText(text) {
      try {
        const count = await library.importText(text);
        notify(`${count === 1 ? "1 conversation was" : `${count} conversations were`} imported.`);
      } catch (error) {
        notify(messageOf(error));
      }
    },

    saveUnfinishedReplies() {
      for (const session of sessions.value.values()) session.saveUnfinishedReply();
    },
  };
}

function isUnfinished({ busy, draft, edit }: ChatSession): boolean {
  const { text, images } = draft.value;
  return busy.value || text !== "" || images.length > 0 || edit.value !== null;
}

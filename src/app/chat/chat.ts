/** Which conversation is worked on, and what can be done with the kept ones. Knows no DOM. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Library } from "../conversations/library.ts";
import type { RequestReply } from "../service/reply-event.ts";
import { messageOf } from "../ui/message-of.ts";
import type { Notice } from "./notice.ts";
import { createChatSession, type ChatSession } from "./session.ts";

export interface Chat {
  readonly library: Library;
  /** Null while a kept conversation is being read. */
  readonly current: ReadonlySignal<ChatSession | null>;
  /** Ids of the conversations in which a reply is being written, in this tab. */
  readonly busy: ReadonlySignal<ReadonlySet<string>>;
  /** What a screen reader is told. */
  readonly announcement: ReadonlySignal<string>;
  readonly notice: ReadonlySignal<Notice | null>;
  dismissNotice(): void;
  /** Say something to the person, in a notice. */
  readonly notify: (text: string) => void;
  /**
   * Work on a kept conversation; a reply that is being written in another one goes on.
   *
   * @returns whether there is one with this id
   */
  open(id: string): Promise<boolean>;
  /** Begin another conversation. It is kept with its first message. */
  startNew(): void;
  /** Stop its reply and remove it. A notice offers to put it back. */
  remove(id: string): Promise<void>;
  rename(id: string, title: string): Promise<void>;
  /** Add the conversations of a file; a notice says how many, or why none. */
  importText(text: string): Promise<void>;
  /** Keep what there is of open replies: the page may go away. */
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
  const sessionParts = {
    library,
    requestReply,
    now,
    announce: (text: string) => void (announcement.value = text),
    notify: (shown: Notice | null) => void (notice.value = shown),
  };
  /** Those that something would be lost of: a reply, a draft. */
  const sessions = signal<ReadonlyMap<string, ChatSession>>(new Map());
  const current = signal<ChatSession | null>(create());
  let wanted: string | undefined;

  function create(kept?: Parameters<typeof createChatSession>[1]): ChatSession {
    const session = createChatSession(sessionParts, kept);
    const unfinished = [...sessions.value.values()].filter(
      ({ busy, draft, edit }) =>
        busy.value || draft.value.text !== "" || draft.value.images.length > 0 || edit.value !== null,
    );
    sessions.value = new Map([...unfinished, session].map((each) => [each.id, each]));
    return session;
  }

  function forget(id: string): void {
    sessions.value.get(id)?.stop();
    sessions.value = new Map([...sessions.value].filter(([key]) => key !== id));
    if (current.value?.id === id) current.value = create();
  }

  library.onRemoteChange((ids) => {
    for (const id of ids) {
      const session = sessions.value.get(id);
      if (session === undefined) continue;
      const there = library.conversations.value?.some((conversation) => conversation.id === id) ?? true;
      if (there) void session.reload();
      else forget(id);
    }
  });

  return {
    library,
    current,
    announcement,
    notice,
    busy: computed(
      () => new Set([...sessions.value.values()].filter(({ busy }) => busy.value).map(({ id }) => id)),
    ),

    dismissNotice() {
      notice.value = null;
    },

    notify(text) {
      notice.value = { text, undo: null };
    },

    async open(id) {
      wanted = id;
      const there = sessions.value.get(id);
      if (there !== undefined) {
        current.value = there;
        return true;
      }
      current.value = null;
      const whole = await library.read(id).catch(() => undefined);
      // Another one may have been asked for since.
      if (wanted !== id) return true;
      current.value = create(whole);
      return whole !== undefined;
    },

    startNew() {
      wanted = undefined;
      notice.value = null;
      announcement.value = "New chat.";
      // One that was left before its first message, with a draft perhaps.
      const blank = [...sessions.value.values()].find(
        ({ messages, busy }) => messages.value.length === 0 && !busy.value,
      );
      current.value = blank ?? create();
    },

    async remove(id) {
      sessions.value.get(id)?.stop();
      const removed = await library.remove(id);
      forget(id);
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
        const what = count === 1 ? "1 conversation was" : `${count} conversations were`;
        notice.value = { text: `${what} imported.`, undo: null };
      } catch (error) {
        notice.value = { text: messageOf(error), undo: null };
      }
    },

    saveUnfinishedReplies() {
      for (const session of sessions.value.values()) session.saveUnfinishedReply();
    },
  };
}

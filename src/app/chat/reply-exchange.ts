/** One request for a reply at a time, and its effect on the messages of the conversation, shown and stored. */
import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ConversationSettings, ReplyOutcome, StoredMessage } from "../conversations/conversation.ts";
import type { RequestReply } from "../service/reply-event.ts";
import { announcementOf } from "./announcement.ts";
import type { ConversationWriter } from "./conversation-writer.ts";
import type { Notice } from "./notice.ts";
import { readReply, reduceReply, type ReplyState, settleReply, startReply } from "./reply.ts";

export interface ReplyExchangeRequest {
  /** The messages that the reply answers. */
  readonly history: readonly StoredMessage[];
  /** Those of `history` that are not stored yet. */
  readonly added: readonly StoredMessage[];
  /** Messages of the conversation that give way to the reply. They come back if it never begins. */
  readonly replaced: readonly StoredMessage[];
}

export interface ReplyExchange {
  /** The reply in progress; null when there is none. */
  readonly reply: ReadonlySignal<ReplyState | null>;
  /**
   * Request a reply. Call it only while there is no `reply`.
   *
   * @returns once the reply has ended: true if it is in the conversation, false if it never began and `replaced`
   * messages are back
   */
  run(request: ReplyExchangeRequest): Promise<boolean>;
  stop(): void;
  /** Store the reply in progress as interrupted, because the page may go away. */
  saveUnfinished(): void;
}

export interface ReplyExchangeDependencies {
  readonly messages: Signal<readonly StoredMessage[]>;
  readonly settings: ReadonlySignal<ConversationSettings>;
  readonly writer: ConversationWriter;
  readonly requestReply: RequestReply;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Tell a screen reader. */
  readonly announce: (text: string) => void;
  readonly notify: (notice: Notice | null) => void;
}

export function createReplyExchange(dependencies: ReplyExchangeDependencies): ReplyExchange {
  const { messages, settings, writer, requestReply, now, announce, notify } = dependencies;
  const reply = signal<ReplyState | null>(null);
  /** `isCommitted` once the added messages are stored and the replaced ones are removed. */
  let running: { readonly abort: AbortController; isCommitted: boolean } | undefined;

  async function run({ history, added, replaced }: ReplyExchangeRequest): Promise<boolean> {
    const before = messages.value;
    const current = { abort: new AbortController(), isCommitted: false };
    running = current;
    let state = startReply(crypto.randomUUID());
    batch(() => {
      messages.value = history;
      reply.value = state;
      announce("");
      notify(null);
    });

    const commit = () => {
      if (current.isCommitted) return;
      current.isCommitted = true;
      void writer.write(added, idsOf(replaced));
    };
    const hasContentToRestore = replaced.some(({ text }) => text !== "");
    if (!hasContentToRestore) commit();

    const { signal: abortSignal } = current.abort;
    const events = requestReply({ messages: history, settings: settings.value }, abortSignal);
    const outcome = await readReply(events, abortSignal, (event) => {
      if (event.type === "text") commit();
      state = reduceReply(state, event, now());
      reply.value = state;
    });
    if (outcome.type === "complete") commit();

    const message = settleReply(state, outcome);
    running = undefined;
    batch(() => {
      messages.value = current.isCommitted ? [...messages.value, message] : before;
      reply.value = null;
      announce(announcementOf(outcome));
    });
    if (!current.isCommitted) {
      notifyOfFailure(outcome);
      return false;
    }
    void writer.write([message]);
    if (hasContentToRestore) notify(replacementNotice(before, replaced, [...added, message]));
    return true;
  }

  function notifyOfFailure(outcome: ReplyOutcome): void {
    if (outcome.type === "failed") notify({ text: `${outcome.message} Nothing was replaced.`, undo: null });
  }

  function replacementNotice(
    before: readonly StoredMessage[],
    replaced: readonly StoredMessage[],
    replacement: readonly StoredMessage[],
  ): Notice {
    const what = replaced.length === 1 ? "A message was" : `${replaced.length} messages were`;
    return {
      text: `${what} replaced.`,
      undo: async () => {
        // The conversation has gone on since.
        if (reply.value !== null || messages.value.at(-1) !== replacement.at(-1)) return;
        messages.value = before;
        await writer.write(replaced, idsOf(replacement));
      },
    };
  }

  return {
    reply,
    run,
    stop: () => running?.abort.abort(),
    saveUnfinished() {
      // An uncommitted reply has no text yet, and the messages that it would replace are still stored.
      if (reply.value !== null && running?.isCommitted === true) {
        void writer.write([settleReply(reply.value, { type: "interrupted" })]);
      }
    },
  };
}

function idsOf(messages: readonly StoredMessage[]): string[] {
  return messages.map(({ id }) => id);
}

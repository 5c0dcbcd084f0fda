/** The state of the chat and what a person can do to it. Knows no DOM. */
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { type Message, type Outcome, turnsOf } from "../conversations/conversation.ts";
import type { ConversationStore } from "../conversations/database.ts";
import type { RequestReply } from "../service/reply-event.ts";
import { messageOf } from "../ui/message-of.ts";
import { type Reply, reduceReply, settleReply, startReply } from "./reply.ts";

export interface Chat {
  readonly messages: ReadonlySignal<readonly Message[]>;
  /** The reply that is being prepared or written; null when none is. */
  readonly reply: ReadonlySignal<Reply | null>;
  /** What a screen reader is told when a reply has ended. */
  readonly announcement: ReadonlySignal<string>;
  /** False once the browser refused to keep the conversation. */
  readonly kept: ReadonlySignal<boolean>;
  /** Show the last conversation again. */
  restore(): Promise<void>;
  /** Resolves when the reply has ended, however it did. Does nothing while another one is open. */
  send(text: string): Promise<void>;
  /** Replace a last reply that is not whole by a new one. */
  retry(): Promise<void>;
  stop(): void;
  /** Forget this conversation, stopping its reply, and begin another. */
  startNew(): Promise<void>;
  /** Keep what there is of an open reply: the page may go away. */
  save(): void;
}

export interface ChatParts {
  readonly requestReply: RequestReply;
  readonly store: ConversationStore;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export function createChat({ requestReply, store, now }: ChatParts): Chat {
  const messages = signal<readonly Message[]>([]);
  const reply = signal<Reply | null>(null);
  const announcement = signal("");
  const kept = signal(true);
  let conversationId: string = crypto.randomUUID();
  let open: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  let stored: Promise<void> = Promise.resolve();

  /** Storage operations in the order of the calls. A chat that cannot be kept goes on. */
  function inOrder(operation: () => Promise<void>): void {
    stored = stored.then(operation).catch(() => void (kept.value = false));
  }

  function save(): void {
    const unfinished = reply.value === null ? [] : [settleReply(reply.value, { type: "interrupted" })];
    const conversation = {
      id: conversationId,
      updatedAt: Date.now(),
      messages: [...messages.value, ...unfinished],
    };
    inOrder(() => store.put(conversation));
  }

  async function follow(abort: AbortSignal): Promise<Outcome> {
    try {
      for await (const event of requestReply(turnsOf(messages.value), abort)) {
        if (reply.value !== null) reply.value = reduceReply(reply.value, event, now());
      }
    } catch (error) {
      return abort.aborted ? { type: "stopped" } : { type: "failed", message: messageOf(error) };
    }
    const finish = reply.value?.finish;
    return finish ? { type: finish } : { type: "failed", message: "The reply was cut before its end." };
  }

  async function complete(started: Reply, abort: AbortSignal): Promise<void> {
    const outcome = await follow(abort);
    batch(() => {
      messages.value = [...messages.value, settleReply(reply.value ?? started, outcome)];
      reply.value = null;
      announcement.value = announcementOf(outcome);
    });
    open = undefined;
    save();
  }

  function ask(history: readonly Message[]): Promise<void> {
    const abort = new AbortController();
    const started = startReply(crypto.randomUUID());
    batch(() => {
      messages.value = history;
      reply.value = started;
      announcement.value = "";
    });
    save();
    const ended = complete(started, abort.signal);
    open = { abort, ended };
    return ended;
  }

  return {
    messages,
    reply,
    announcement,
    kept,
    save,

    async restore() {
      try {
        const conversation = await store.latest();
        if (conversation === undefined) return;
        conversationId = conversation.id;
        messages.value = conversation.messages;
      } catch {
        kept.value = false;
      }
    },

    async send(text) {
      const trimmed = text.trim();
      if (trimmed === "" || open !== undefined) return;
      await ask([...messages.value, { id: crypto.randomUUID(), role: "user", text: trimmed }]);
    },

    async retry() {
      const last = messages.value.at(-1);
      if (open !== undefined || last?.role !== "assistant" || last.outcome.type === "complete") return;
      await ask(messages.value.slice(0, -1));
    },

    stop() {
      open?.abort.abort();
    },

    async startNew() {
      open?.abort.abort();
      await open?.ended;
      const forgotten = conversationId;
      inOrder(() => store.delete(forgotten));
      conversationId = crypto.randomUUID();
      batch(() => {
        messages.value = [];
        announcement.value = "New chat.";
      });
      await stored;
    },
  };
}

function announcementOf(outcome: Outcome): string {
  switch (outcome.type) {
    case "complete":
      return "The reply is complete.";
    case "length":
      return "The reply ended at the model's length limit.";
    case "stopped":
    case "interrupted":
      return "The reply was stopped.";
    case "failed":
      return `The reply failed: ${outcome.message}`;
  }
}

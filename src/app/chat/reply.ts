/** The state of a reply in progress: folds its events, and ends as a message of the conversation. */
import type { ReplyOutcome, ReplyTiming, StoredAssistantMessage } from "../conversations/conversation.ts";
import type { ReplyEvent, ReplyUsage } from "../service/reply-event.ts";
import { messageOf } from "../../util/message-of.ts";

/** Times are in milliseconds on one monotonic clock. */
export interface ReplyState {
  readonly id: string;
  readonly text: string;
  /** Null while the model is being loaded. */
  readonly requestedAt: number | null;
  readonly firstTextAt: number | null;
  readonly lastTextAt: number | null;
  readonly usage: ReplyUsage | null;
}

export function startReply(id: string): ReplyState {
  return {
    id,
    text: "",
    requestedAt: null,
    firstTextAt: null,
    lastTextAt: null,
    usage: null,
  };
}

export function reduceReply(reply: ReplyState, event: ReplyEvent, now: number): ReplyState {
  switch (event.type) {
    case "requested":
      return { ...reply, requestedAt: now };
    case "text":
      return {
        ...reply,
        text: reply.text + event.text,
        firstTextAt: reply.firstTextAt ?? now,
        lastTextAt: now,
      };
    case "usage":
      return { ...reply, usage: event.usage };
    case "finish":
      return reply;
  }
}

/** Reads the events of a reply to their end, and says how it ended. Never rejects. */
export async function readReply(
  events: AsyncIterable<ReplyEvent>,
  signal: AbortSignal,
  onEvent: (event: ReplyEvent) => void,
): Promise<ReplyOutcome> {
  let finish: "complete" | "length" | undefined;
  try {
    for await (const event of events) {
      if (event.type === "finish") finish = event.reason;
      onEvent(event);
    }
  } catch (error) {
    return signal.aborted ? { type: "stopped" } : { type: "failed", message: messageOf(error) };
  }
  return finish === undefined
    ? { type: "failed", message: "The reply broke off before its end." }
    : { type: finish };
}

export function settleReply(reply: ReplyState, outcome: ReplyOutcome): StoredAssistantMessage {
  return { id: reply.id, role: "assistant", text: reply.text, outcome, timing: timingOf(reply) };
}

function timingOf(reply: ReplyState): ReplyTiming | null {
  const { requestedAt, firstTextAt, lastTextAt, usage } = reply;
  if (requestedAt === null || firstTextAt === null || lastTextAt === null || usage === null) return null;
  return {
    firstTextMilliseconds: firstTextAt - requestedAt,
    decodeMilliseconds: lastTextAt - firstTextAt,
    ...usage,
  };
}

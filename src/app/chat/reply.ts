/** The reply that is being written: events go in, a message for the conversation comes out. */
import type { StoredAssistantMessage, ReplyOutcome, ReplyTiming } from "../conversations/conversation.ts";
import type { ReplyEvent } from "../service/reply-event.ts";

/** Times are in milliseconds on one monotonic clock. */
export interface ReplyState {
  readonly id: string;
  readonly text: string;
  /** Null while the model is being made ready. */
  readonly requestedAt: number | null;
  readonly firstTextAt: number | null;
  readonly lastTextAt: number | null;
  readonly finish: "complete" | "length" | null;
  readonly completionTokens: number | null;
}

export function startReply(id: string): ReplyState {
  return {
    id,
    text: "",
    requestedAt: null,
    firstTextAt: null,
    lastTextAt: null,
    finish: null,
    completionTokens: null,
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
    case "finish":
      return { ...reply, finish: event.reason };
    case "usage":
      return { ...reply, completionTokens: event.completionTokens };
  }
}

export function settleReply(reply: ReplyState, outcome: ReplyOutcome): StoredAssistantMessage {
  return { id: reply.id, role: "assistant", text: reply.text, outcome, timing: timingOf(reply) };
}

function timingOf({
  requestedAt,
  firstTextAt,
  lastTextAt,
  completionTokens,
}: ReplyState): ReplyTiming | null {
  if (requestedAt === null || firstTextAt === null || lastTextAt === null || completionTokens === null) {
    return null;
  }
  return {
    firstTextMilliseconds: firstTextAt - requestedAt,
    decodeMilliseconds: lastTextAt - firstTextAt,
    completionTokens,
  };
}

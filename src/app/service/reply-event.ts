import type { Turn } from "../conversations/conversation.ts";

/** What happens to a reply, in order. A source of events that ends without `finish` was cut. */
export type ReplyEvent =
  /** The model is loaded and the request is on its way. */
  | { readonly type: "requested" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "finish"; readonly reason: "complete" | "length" }
  | { readonly type: "usage"; readonly completionTokens: number };

/** Ask for one reply. The iterator throws an `Error` whose message is written for the person. */
export type RequestReply = (turns: readonly Turn[], signal: AbortSignal) => AsyncIterable<ReplyEvent>;

import type { ConversationSettings, StoredMessage } from "../conversations/conversation.ts";

/** What is asked for: a reply to the last of `messages`. */
export interface ReplyInput {
  readonly messages: readonly StoredMessage[];
  readonly settings: ConversationSettings;
}

/** What happens to a reply, in order. A source of events that ends without `finish` was cut. */
export type ReplyEvent =
  /** The model is loaded and the request is on its way. */
  | { readonly type: "requested" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "finish"; readonly reason: "complete" | "length" }
  | { readonly type: "usage"; readonly completionTokens: number };

/** Ask for one reply. The iterator throws an `Error` whose message is written for the person. */
export type RequestReply = (request: ReplyInput, signal: AbortSignal) => AsyncIterable<ReplyEvent>;

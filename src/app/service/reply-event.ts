import type { ConversationSettings, StoredMessage } from "../conversations/conversation.ts";

/** Input of a reply, which answers the last of `messages`. */
export interface ReplyInput {
  readonly messages: readonly StoredMessage[];
  readonly settings: ConversationSettings;
}

/** Events of a reply, in this order. A reply whose events end without `finish` broke off. */
export type ReplyEvent =
  /** The model is loaded and the request is on its way. */
  | { readonly type: "requested" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "finish"; readonly reason: "complete" | "length" }
  | { readonly type: "usage"; readonly usage: ReplyUsage };

/** Numbers of tokens. */
export interface ReplyUsage {
  readonly promptTokens: number;
  /** Of the prompt, those that needed no processing. */
  readonly cachedTokens: number;
  readonly completionTokens: number;
}

/** Request one reply. The iterator throws an `Error` with a message for the user. */
export type RequestReply = (input: ReplyInput, signal: AbortSignal) => AsyncIterable<ReplyEvent>;

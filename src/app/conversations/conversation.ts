/** A conversation as the app keeps it on this device. */

export interface UserMessage {
  readonly id: string;
  readonly role: "user";
  readonly text: string;
}

/** How a reply ended. Only `complete` and `length` are whole replies of the model. */
export type Outcome =
  | { readonly type: "complete" }
  /** The model's own ceiling or its context ended the reply. */
  | { readonly type: "length" }
  /** The person stopped it. */
  | { readonly type: "stopped" }
  /** The page was closed or reloaded in the middle of it. */
  | { readonly type: "interrupted" }
  | { readonly type: "failed"; readonly message: string };

export interface ReplyTiming {
  /** From sending the request to the first text, the model being loaded already. */
  readonly firstTextMilliseconds: number;
  /** From the first text to the last. */
  readonly decodeMilliseconds: number;
  readonly completionTokens: number;
}

export interface AssistantMessage {
  readonly id: string;
  readonly role: "assistant";
  readonly text: string;
  readonly outcome: Outcome;
  /** Null where the reply did not reach its end. */
  readonly timing: ReplyTiming | null;
}

export type Message = UserMessage | AssistantMessage;

export interface Conversation {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly messages: readonly Message[];
}

/** One message of a request, in the form of the chat-completion API. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** What the model is given of a conversation: every message that has text, broken replies included. */
export function turnsOf(messages: readonly Message[]): Turn[] {
  return messages.filter(({ text }) => text !== "").map(({ role, text }) => ({ role, content: text }));
}

/** A conversation in the form of the chat-completion API. */
import type { StoredMessage, StoredUserMessage } from "../conversations/conversation.ts";

export type ApiContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

export type ApiMessage =
  | { readonly role: "system" | "assistant"; readonly content: string }
  | { readonly role: "user"; readonly content: string | ApiContentPart[] };

export interface ApiMessageOptions {
  readonly systemPrompt: string;
  /** Where the model takes none, a message's images are left out: its text may do without them. */
  readonly images: boolean;
}

/** What the model is given of a conversation: every message that says something, broken replies included. */
export function toApiMessages(
  messages: readonly StoredMessage[],
  { systemPrompt, images }: ApiMessageOptions,
): ApiMessage[] {
  const apiMessages: ApiMessage[] = messages.flatMap((message) => {
    if (message.role === "user") return userTurn(message, images);
    return message.text === "" ? [] : { role: message.role, content: message.text };
  });
  const system = systemPrompt.trim();
  return system === "" ? apiMessages : [{ role: "system", content: system }, ...apiMessages];
}

function userTurn({ text, images }: StoredUserMessage, takesImages: boolean): ApiMessage[] {
  if (!takesImages || images.length === 0) return text === "" ? [] : [{ role: "user", content: text }];
  const pictures = images.map((url) => ({ type: "image_url", image_url: { url } }) as const);
  const words = text === "" ? [] : [{ type: "text", text } as const];
  return [{ role: "user", content: [...pictures, ...words] }];
}

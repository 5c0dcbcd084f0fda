/** Converts a conversation to messages of the chat-completion API. */
import type { StoredMessage, StoredUserMessage } from "../conversations/conversation.ts";

export type ApiContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

export type ApiMessage =
  | { readonly role: "system" | "assistant"; readonly content: string }
  | { readonly role: "user"; readonly content: string | ApiContentPart[] };

export interface ApiMessageOptions {
  readonly systemPrompt: string;
  /** False for a model that takes no images: they are left out. */
  readonly takesImages: boolean;
}

/** Leaves out messages without content; the text of incomplete replies is included. */
export function toApiMessages(
  messages: readonly StoredMessage[],
  { systemPrompt, takesImages }: ApiMessageOptions,
): ApiMessage[] {
  const apiMessages: ApiMessage[] = messages.flatMap((message) => {
    if (message.role === "user") return toUserMessages(message, takesImages);
    return message.text === "" ? [] : { role: message.role, content: message.text };
  });
  const system = systemPrompt.trim();
  return system === "" ? apiMessages : [{ role: "system", content: system }, ...apiMessages];
}

function toUserMessages({ text, images }: StoredUserMessage, takesImages: boolean): ApiMessage[] {
  if (!takesImages || images.length === 0) return text === "" ? [] : [{ role: "user", content: text }];
  const imageParts = images.map((url) => ({ type: "image_url", image_url: { url } }) as const);
  const textParts = text === "" ? [] : [{ type: "text", text } as const];
  return [{ role: "user", content: [...imageParts, ...textParts] }];
}

import type { ChatCompletionMessageParam } from "@mlc-ai/web-llm";
import type { PromptInput } from "./runtime.ts";

/**
 * A message may have one text, and one of web-llm's ways puts images before it: so each text that follows images
 * is in a message with them, and messages follow each other without anything in between.
 */
export function asMessages(prompt: readonly PromptInput[]): ChatCompletionMessageParam[] {
  const messages: ChatCompletionMessageParam[] = [];
  let images: { type: "image_url"; image_url: { url: string } }[] = [];
  for (const piece of prompt) {
    if (piece.type === "image") {
      images.push({ type: "image_url", image_url: { url: piece.url } });
      continue;
    }
    const { text } = piece;
    messages.push({
      role: "user",
      content: images.length === 0 ? text : [...images, { type: "text", text }],
    });
    images = [];
  }
  if (images.length > 0) messages.push({ role: "user", content: images });
  return messages;
}

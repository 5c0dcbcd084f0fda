import type { ChatCompletionMessageParam } from "@mlc-ai/web-llm";
import { dataUrl } from "../image/data-url.ts";
import type { PromptInput } from "../local/runtime.ts";

/**
 * The messages in which web-llm takes a prompt. A message may have one text, and may get its images before that. So each
 * text is in a message with the images before it, and web-llm puts nothing between messages:
 *
 *     "A" image "B"  →  ["A"], [image, "B"]
 */
export async function asMessages(prompt: readonly PromptInput[]): Promise<ChatCompletionMessageParam[]> {
  const messages: ChatCompletionMessageParam[] = [];
  let images: { type: "image_url"; image_url: { url: string } }[] = [];
  for (const piece of prompt) {
    if (piece.type === "image") {
      images.push({ type: "image_url", image_url: { url: await dataUrl(piece.file) } });
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

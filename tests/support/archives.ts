/** Conversation files in the app's export format. */
import type { ConversationWithMessages } from "../../src/app/conversations/conversation.ts";
import { DEFAULT_SETTINGS } from "../../src/app/conversations/conversation.ts";
import { writeArchive } from "../../src/app/conversations/archive.ts";

/** A conversation of questions, each followed by its reply. */
export function conversationOf(
  title: string,
  exchanges: readonly (readonly [question: string, reply: string])[],
  updatedAt = 0,
): ConversationWithMessages {
  return {
    id: title.toLowerCase().replaceAll(/\W+/g, "-"),
    title,
    createdAt: updatedAt,
    updatedAt,
    settings: DEFAULT_SETTINGS,
    messages: exchanges.flatMap(([question, reply], index) => [
      { id: `${index}q`, role: "user", text: question, images: [] },
      { id: `${index}r`, role: "assistant", text: reply, outcome: { type: "complete" }, timing: null },
    ]),
  };
}

/** A file of conversations, as Playwright's `setInputFiles` takes it. */
export function archiveFile(conversations: readonly ConversationWithMessages[]) {
  return {
    name: "chats.json",
    mimeType: "application/json",
    buffer: Buffer.from(writeArchive(conversations)),
  };
}

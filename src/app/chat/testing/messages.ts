import type { StoredAssistantMessage, StoredUserMessage } from "../../conversations/conversation.ts";

export function userMessage(id: string, text: string): StoredUserMessage {
  return { id, role: "user", text, images: [] };
}

/** A complete reply. */
export function replyMessage(id: string, text: string): StoredAssistantMessage {
  return { id, role: "assistant", text, outcome: { type: "complete" }, timing: null };
}

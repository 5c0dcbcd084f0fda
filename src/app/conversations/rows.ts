/** Parses the rows of the app's database. A row that cannot be parsed is skipped, and stays in the database. */
import * as z from "zod/mini";
import {
  conversationSchema,
  messageSchema,
  type StoredConversation,
  type StoredMessage,
} from "./conversation.ts";

const messageRowSchema = z.object({
  conversation: z.string(),
  /** Increases within a conversation. Two tabs may use the same value; their messages are then neighbours. */
  place: z.number(),
  message: messageSchema,
});

export interface MessageRow {
  readonly conversation: string;
  readonly place: number;
  readonly message: StoredMessage;
}

/** @returns undefined for a row that is missing or cannot be parsed */
export function parseConversationRow(row: unknown): StoredConversation | undefined {
  if (row === undefined) return undefined;
  const { data, error } = conversationSchema.safeParse(row);
  if (error) console.warn("A stored conversation cannot be parsed and is skipped.", row, error);
  return data;
}

/** @returns undefined for a row that is missing or cannot be parsed */
export function parseMessageRow(row: unknown): MessageRow | undefined {
  if (row === undefined) return undefined;
  const { data, error } = messageRowSchema.safeParse(row);
  if (error) console.warn("A stored message cannot be parsed and is skipped.", row, error);
  return data;
}

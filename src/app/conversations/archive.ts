/** The JSON format of exported conversations. */
import * as z from "zod/mini";
import { conversationSchema, messageSchema, type ConversationWithMessages } from "./conversation.ts";

const FORMAT = "insitu-conversations";
const VERSION = 1;

const archiveSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  conversations: z.array(z.extend(conversationSchema, { messages: z.array(messageSchema) })),
});

export function writeArchive(conversations: readonly ConversationWithMessages[]): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, conversations }, null, 2);
}

/**
 * Parses an exported file. Every message gets a new id, and so does a conversation whose id is in `takenIds` or
 * earlier in the file: an import never replaces what is stored.
 *
 * @throws {Error} with a message for the user that names the wrong place in the file
 */
export function readArchive(text: string, takenIds: ReadonlySet<string>): ConversationWithMessages[] {
  const read = archiveSchema.safeParse(parse(text));
  if (!read.success) throw new Error(describeFirstIssue(read.error.issues));
  const usedIds = new Set(takenIds);
  return read.data.conversations.map((conversation) => {
    const id = usedIds.has(conversation.id) ? crypto.randomUUID() : conversation.id;
    usedIds.add(id);
    const messages = conversation.messages.map((message) => ({ ...message, id: crypto.randomUUID() }));
    return { ...conversation, id, messages };
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The file is not JSON. Choose a file that this app has exported.");
  }
}

/** Replaces zod's own messages, which would add more to the bundle than these. */
function describeFirstIssue([issue]: readonly z.core.$ZodIssue[]): string {
  const [first, ...rest] = issue?.path ?? [];
  if (issue === undefined || first !== "conversations") {
    return `The file is not an export of conversations: it needs "format": "${FORMAT}" and "version": ${VERSION}.`;
  }
  const place = rest.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return `Nothing was imported. In the file, ${first}${place} ${describeIssue(issue)}.`;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be of type ${issue.expected}`;
    case "invalid_format":
      return issue.message;
    default:
      return "has a value that is not allowed";
  }
}

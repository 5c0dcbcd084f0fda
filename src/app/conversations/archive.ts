/** Conversations as a JSON file, out and in. */
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
 * The conversations of a file, each message with a new id, and with new ids for conversations that are
 * `taken` or in the file twice: nothing that is there is replaced.
 *
 * @throws {Error} in words for the person, naming the place in the file that is wrong
 */
export function readArchive(text: string, taken: ReadonlySet<string>): ConversationWithMessages[] {
  const read = archiveSchema.safeParse(parse(text));
  if (!read.success) throw new Error(describe(read.error.issues));
  const used = new Set(taken);
  return read.data.conversations.map((conversation) => {
    const id = used.has(conversation.id) ? crypto.randomUUID() : conversation.id;
    used.add(id);
    const messages = conversation.messages.map((message) => ({ ...message, id: crypto.randomUUID() }));
    return { ...conversation, id, messages };
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The file is not JSON. Choose one that was exported here.");
  }
}

/** zod's own words are left out of the app: they weigh more than these. */
function describe([issue]: readonly z.core.$ZodIssue[]): string {
  const [first, ...rest] = issue?.path ?? [];
  if (issue === undefined || first !== "conversations") {
    return `The file is not an export of conversations: it needs "format": "${FORMAT}" and "version": ${VERSION}.`;
  }
  const place = rest.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return `Nothing was imported. In the file, ${first}${place} ${complaintOf(issue)}.`;
}

function complaintOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be of type ${issue.expected}`;
    case "invalid_format":
      return issue.message;
    default:
      return "has a value that is not allowed there";
  }
}

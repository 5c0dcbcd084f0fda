/** Parses a request's messages in slices: there may be so many that it takes seconds. */
import { type ModelContext, checkTurnCount } from "./context-length.ts";
import { fieldError } from "./error.ts";
import { fieldPath } from "./field-path.ts";
import { chatMessageSchema, type ChatMessage } from "./request-message.ts";
import type { Sliced } from "../util/sliced.ts";

/** Messages and content parts per slice, at some ten microseconds each. */
export const MAX_ITEMS_PER_SLICE = 1024;

/** @throws {import("./error.ts").ApiError} 400 naming the first invalid field, or if there are too many turns */
export function* parseMessages(input: unknown, context: ModelContext): Sliced<ChatMessage[]> {
  if (!Array.isArray(input) || input.length === 0) {
    throw fieldError("messages", "must be a non-empty array of messages");
  }
  const values: readonly unknown[] = input;
  const messages: ChatMessage[] = [];
  let turns = 0;
  let items = 0;
  for (const [index, value] of values.entries()) {
    checkTurnCount(arrayField(value, "tool_calls").length, context);
    const parts = arrayField(value, "content");
    const message =
      parts.length > MAX_ITEMS_PER_SLICE
        ? yield* parseLongMessage(value, parts, index)
        : parseMessage(value, index);
    messages.push(message);
    if (message.role !== "system" && message.role !== "developer") checkTurnCount((turns += 1), context);
    items += 1 + (parts.length % MAX_ITEMS_PER_SLICE);
    if (items >= MAX_ITEMS_PER_SLICE) {
      items = 0;
      yield;
    }
  }
  return messages;
}

/** @param first index of `input`'s first content part in the message that the client sent */
function parseMessage(input: unknown, index: number, first = 0): ChatMessage {
  const result = chatMessageSchema.safeParse(input);
  if (result.success) return result.data;
  const { path = [], message = "is not valid" } = result.error.issues[0] ?? {};
  const [field, part, ...rest] = path;
  const moved = field === "content" && typeof part === "number" ? [field, part + first, ...rest] : path;
  throw fieldError(fieldPath(["messages", index, ...moved]), message);
}

/** Parses a message with many parts as several messages with some of the parts each, and joins them. */
function* parseLongMessage(input: unknown, parts: readonly unknown[], index: number): Sliced<ChatMessage> {
  let whole: ChatMessage | undefined;
  for (let first = 0; first < parts.length; first += MAX_ITEMS_PER_SLICE) {
    const content = parts.slice(first, first + MAX_ITEMS_PER_SLICE);
    const rest = whole === undefined ? {} : { tool_calls: undefined };
    const parsed = parseMessage({ ...Object(input), ...rest, content }, index, first);
    whole = whole === undefined ? parsed : append(whole, parsed);
    yield;
  }
  if (whole === undefined) throw new Error("A long message must have parts.");
  return whole;
}

/** Joins the contents of two messages of the same role. */
function append(message: ChatMessage, more: ChatMessage): ChatMessage {
  if (message.role === "user") {
    if (more.role === "user") message.content.push(...more.content);
    return message;
  }
  return more.role === "user"
    ? message
    : { ...message, content: (message.content ?? "") + (more.content ?? "") };
}

function arrayField(value: unknown, name: "content" | "tool_calls"): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const found: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return Array.isArray(found) ? found : [];
}

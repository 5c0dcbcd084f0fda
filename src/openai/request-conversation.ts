/** Rules that span messages: the order of turns, and the place of system texts. */
import type { Turn } from "./conversation.ts";
import { fieldError, quote } from "./error.ts";
import type { ChatMessage } from "./request-message.ts";
import { omitNullish } from "./schema-parts.ts";

type UserMessage = Extract<ChatMessage, { role: "user" }>;
type UserContent = Extract<Turn, { role: "user" }>["content"];
type AssistantMessage = Extract<ChatMessage, { role: "assistant" }>;

/** The system text and the turns of a conversation. */
export interface SystemAndTurns {
  readonly system: string;
  readonly turns: Turn[];
}

/**
 * Moves the texts of all system and developer messages behind `identity`, joined by blank lines, and checks that every
 * tool call is answered once before the conversation goes on.
 *
 * @throws {import("./error.ts").ApiError} 400 naming the invalid message
 */
export function toSystemAndTurns(messages: readonly ChatMessage[], identity: string): SystemAndTurns {
  const systems = [identity];
  const turns: Turn[] = [];
  const calls = new PendingToolCalls();
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`;
    switch (message.role) {
      case "system":
      case "developer":
        systems.push(message.content);
        break;
      case "user":
        calls.assertNone(at);
        turns.push(userTurn(message, at));
        break;
      case "assistant":
        calls.assertNone(at);
        turns.push(assistantTurn(message, at));
        calls.add(message, at);
        break;
      case "tool":
        calls.answer(message.tool_call_id, at);
        turns.push(message);
        break;
    }
  }
  calls.assertNone();
  return { system: systems.filter((text) => text !== "").join("\n\n"), turns };
}

/** Adjacent texts are joined: a model sees no border between them. */
function userTurn({ role, content, name }: UserMessage, at: string): Turn {
  const parts: UserContent = [];
  let texts: string[] = [];
  const flushTexts = () => {
    if (texts.length > 0) parts.push({ type: "text", text: texts.join("") });
    texts = [];
  };
  for (const [index, part] of content.entries()) {
    if (part.type === "text") {
      texts.push(part.text);
      continue;
    }
    flushTexts();
    const field = `${at}.content[${index}].image_url.url`;
    parts.push({ type: "image", url: part.image_url.url, field });
  }
  flushTexts();
  return { ...omitNullish({ role, name }), content: parts };
}

/** The length of all texts that are sure to be in the prompt. */
export function countCharacters({ system, turns }: SystemAndTurns): number {
  return turns.reduce((sum, turn) => sum + textLength(turn), system.length);
}

function textLength({ content }: Turn): number {
  if (typeof content === "string") return content.length;
  return content.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
}

function assistantTurn({ role, content, tool_calls, name }: AssistantMessage, at: string): Turn {
  if ((content ?? undefined) === undefined && (tool_calls ?? undefined) === undefined) {
    throw fieldError(
      `${at}.content`,
      "must be a string or an array of text parts if there are no 'tool_calls'",
    );
  }
  return { ...omitNullish({ role, name }), content: content ?? "", tool_calls: tool_calls ?? [] };
}

/** The calls of the last assistant message that no tool message has answered yet. */
class PendingToolCalls {
  #message = "";
  readonly #open = new Set<string>();
  readonly #answered = new Set<string>();

  add({ tool_calls }: AssistantMessage, at: string): void {
    this.#message = at;
    this.#answered.clear();
    for (const [index, { id }] of (tool_calls ?? []).entries()) {
      if (this.#open.has(id))
        throw fieldError(`${at}.tool_calls[${index}].id`, "must be unique within the message");
      this.#open.add(id);
    }
  }

  answer(id: string, at: string): void {
    if (this.#open.delete(id)) {
      this.#answered.add(id);
      return;
    }
    throw fieldError(
      `${at}.tool_call_id`,
      this.#answered.has(id)
        ? `must be the id of an unanswered tool call: ${quote(id)} has been answered`
        : `must be the id of a tool call in the assistant message before it: ${quote(id)} is not`,
    );
  }

  /** @throws {import("./error.ts").ApiError} if a call is unanswered; `next` is the message that came instead */
  assertNone(next?: string): void {
    const [id] = this.#open;
    if (id === undefined) return;
    if (next === undefined) {
      throw fieldError(
        `${this.#message}.tool_calls`,
        `must all be answered by 'tool' messages: ${quote(id)} is not`,
      );
    }
    throw fieldError(
      `${next}.role`,
      `must be 'tool' until all tool calls of ${this.#message} are answered: ${quote(id)} is not`,
    );
  }
}

/** Rules that span messages: which turn may follow which, and where system texts go. */
import type { Turn } from "./conversation.ts";
import { fieldError, quote } from "./error.ts";
import type { ChatMessage } from "./request-message.ts";
import { omitNullish } from "./schema-parts.ts";

type UserMessage = Extract<ChatMessage, { role: "user" }>;
type UserContent = Extract<Turn, { role: "user" }>["content"];
type AssistantMessage = Extract<ChatMessage, { role: "assistant" }>;

/** The system texts that stand first, in order, and then the turns. */
export interface SystemAndTurns {
  readonly system: string;
  readonly turns: Turn[];
}

/**
 * Folds all system and developer messages, wherever they stand, behind `identity`, joined by blank lines,
 * and checks that every tool call is answered once before the conversation goes on.
 *
 * @throws {import("./error.ts").ApiError} 400 naming the message at fault
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
        calls.expectNone(at);
        turns.push(userTurn(message, at));
        break;
      case "assistant":
        calls.expectNone(at);
        turns.push(assistantTurn(message, at));
        calls.issue(message, at);
        break;
      case "tool":
        calls.answer(message.tool_call_id, at);
        turns.push(message);
        break;
    }
  }
  calls.expectNone();
  return { system: systems.filter((text) => text !== "").join("\n\n"), turns };
}

/** Texts that follow each other are one: a model sees no border between them. */
function userTurn({ role, content, name }: UserMessage, at: string): Turn {
  const parts: UserContent = [];
  let texts: string[] = [];
  const endText = () => {
    if (texts.length > 0) parts.push({ type: "text", text: texts.join("") });
    texts = [];
  };
  for (const [index, part] of content.entries()) {
    if (part.type === "text") {
      texts.push(part.text);
      continue;
    }
    endText();
    const field = `${at}.content[${index}].image_url.url`;
    parts.push({ type: "image", url: part.image_url.url, field });
  }
  endText();
  return { ...omitNullish({ role, name }), content: parts };
}

/** The length of all texts that the prompt has for certain. */
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
      "must be a string or an array of text parts where there are no 'tool_calls'",
    );
  }
  return { ...omitNullish({ role, name }), content: content ?? "", tool_calls: tool_calls ?? [] };
}

/** The calls that the last assistant message issued and no tool message has answered yet. */
class PendingToolCalls {
  #issuer = "";
  readonly #open = new Set<string>();
  readonly #answered = new Set<string>();

  issue({ tool_calls }: AssistantMessage, at: string): void {
    this.#issuer = at;
    this.#answered.clear();
    for (const [index, { id }] of (tool_calls ?? []).entries()) {
      if (this.#open.has(id))
        throw fieldError(`${at}.tool_calls[${index}].id`, "must differ from the ids before it");
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
        ? `must name a call without an answer: ${quote(id)} has one already`
        : `must be the id of a call in the assistant message before it: ${quote(id)} is none`,
    );
  }

  /** @throws {import("./error.ts").ApiError} where a call still waits; `next` is the message that came instead */
  expectNone(next?: string): void {
    const [id] = this.#open;
    if (id === undefined) return;
    if (next === undefined) {
      throw fieldError(
        `${this.#issuer}.tool_calls`,
        `must be answered by 'tool' messages: ${quote(id)} is not`,
      );
    }
    throw fieldError(
      `${next}.role`,
      `must be 'tool' as long as a call of ${this.#issuer} has no answer: ${quote(id)} has none`,
    );
  }
}

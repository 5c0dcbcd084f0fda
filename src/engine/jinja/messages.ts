/** Conversations as the messages of a chat template. */
import type { Conversation } from "../../openai/conversation.ts";
import { renderSystem, renderTurn } from "../prompt/contents.ts";
import { control, type Segment } from "../prompt/segment.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: readonly Segment[];
}

/** The messages that a template takes. */
export interface MessageRules {
  /** False where it refuses system messages, or drops them: the system text then begins the first user turn. */
  readonly takesSystem: boolean;
  /** False where roles have to alternate: adjacent turns of one role are then joined. */
  readonly takesAdjacent: boolean;
}

const BETWEEN_TEXTS = control("\n\n");

/**
 * Tools, calls and results are texts of ours, as the reply grammar has them, so no template has to know tools. Results are
 * in the user's role.
 */
export function toMessages(conversation: Conversation, rules: MessageRules): readonly Message[] {
  const turns = conversation.turns.map((turn): Message => {
    return { role: turn.role === "tool" ? "user" : turn.role, content: renderTurn(turn) };
  });
  const system = renderSystem(conversation);
  if (system.length === 0) return joined(turns, rules);
  if (rules.takesSystem) return joined([{ role: "system", content: system }, ...turns], rules);
  const [first, ...others] = turns;
  if (first?.role !== "user") return joined([{ role: "user", content: system }, ...turns], rules);
  return joined([{ role: "user", content: [...system, BETWEEN_TEXTS, ...first.content] }, ...others], rules);
}

function joined(messages: readonly Message[], { takesAdjacent }: MessageRules): readonly Message[] {
  if (takesAdjacent) return messages;
  const joinedMessages: Message[] = [];
  for (const message of messages) {
    const last = joinedMessages.at(-1);
    if (last?.role !== message.role) joinedMessages.push(message);
    else {
      joinedMessages.pop();
      joinedMessages.push({ ...last, content: [...last.content, BETWEEN_TEXTS, ...message.content] });
    }
  }
  return joinedMessages;
}

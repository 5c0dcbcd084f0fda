/** An engine that returns the request's texts, so that a test can tell that they arrived intact. */
import type { GenerateRequest } from "../../src/contract/generate-request.ts";
import type { StreamPart } from "../../src/contract/stream-part.ts";
import { conversationSchema } from "../../src/openai/conversation.ts";

/** Characters per piece: few enough that there are several pieces; `MAX_PIECES` bounds their number. */
const MIN_PIECE_LENGTH = 7;
const MAX_PIECES = 100;

/** The reply to a request: its last user text, or a call whose arguments are that text. */
export interface Echo {
  readonly text: string;
  /** The function to call, if the request forces a call. */
  readonly call: string | undefined;
}

/** @throws if the conversation breaks a promise to engines */
export function echoOf({ conversation }: GenerateRequest): Echo {
  // The wire parses the conversation again, after a structured clone.
  conversationSchema.parse(structuredClone(conversation));
  const user = conversation.turns.findLast((turn) => turn.role === "user");
  const parts = user?.content ?? [];
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (!text.isWellFormed()) throw new Error("The conversation holds half of a surrogate pair.");
  const { tool_choice: choice, tools } = conversation;
  if (choice.type === "function") return { text, call: choice.name };
  return { text, call: choice.type === "required" ? tools[0]?.name : undefined };
}

export async function* echo(request: GenerateRequest): AsyncGenerator<StreamPart> {
  const { text, call } = echoOf(request);
  yield { type: "admitted", promptTokens: 1, engine: { name: "echo", version: "1" } };
  yield { type: "waiting", phase: "prefill", fraction: 0.5 };
  if (call !== undefined) yield { type: "tool-call", index: 0, id: "call_1", name: call };
  for (const piece of pieces(text)) {
    yield call === undefined
      ? { type: "text", text: piece }
      : { type: "tool-arguments", index: 0, text: piece };
  }
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 };
  yield { type: "finish", reason: call === undefined ? "stop" : "tool_calls", usage };
}

/** Pieces of whole characters, as an engine sends them. */
function pieces(text: string): string[] {
  const characters = Array.from(text);
  const length = Math.max(MIN_PIECE_LENGTH, Math.ceil(characters.length / MAX_PIECES));
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(""),
  );
}

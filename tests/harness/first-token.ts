import type { LocalEngine } from "../../src/engine/local-engine.ts";
import type { Turn } from "../../src/openai/conversation.ts";
import { makeRequest } from "./adapter.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface FirstToken {
  readonly promptTokens: number;
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

/** The 5 likeliest first tokens of a reply at temperature 1, then the generation is cancelled. */
export async function firstToken(
  engine: LocalEngine,
  model: string,
  messages: readonly Message[],
): Promise<FirstToken> {
  const sampling = { temperature: 1, top_p: 1, seed: 1 };
  const request = makeRequest(model, { system: "", user: "" }, { sampling, topLogprobs: 5 });
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  const turns = messages.filter(({ role }) => role !== "system").map(asTurn);
  let promptTokens = 0;
  const conversation = { ...request.conversation, system, turns };
  for await (const part of engine.generate({ ...request, conversation }, new AbortController().signal)) {
    if (part.type === "admitted") promptTokens = part.promptTokens;
    const [first] = part.type === "text" ? (part.logprobs ?? []) : [];
    if (first !== undefined) return { promptTokens, top: first.top };
  }
  throw new Error("no token came with its log-probabilities");
}

function asTurn({ role, content }: Message): Turn {
  return role === "assistant"
    ? { role, content, tool_calls: [] }
    : { role: "user", content: [{ type: "text", text: content }] };
}

import type { Turn } from "../../src/openai/conversation.ts";
import type { TokenLogprobs } from "../../src/engine/local/runtime.ts";
import { makeRequest, openAdapter } from "./adapter.ts";
import { withLogprobs } from "./with-logprobs.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface FirstToken extends TokenLogprobs {
  readonly promptTokens: number;
}

/** The 5 likeliest first tokens of the reply to each conversation, at temperature 1. Cancels each reply after them. */
export async function firstTokens(
  model: string,
  conversations: readonly (readonly Message[])[],
): Promise<FirstToken[]> {
  let steps: TokenLogprobs[] = [];
  const engine = openAdapter({ wrap: withLogprobs(5, (logprobs) => steps.push(logprobs)) });
  const results: FirstToken[] = [];
  for (const messages of conversations) {
    steps = [];
    const sampling = { temperature: 1, top_p: 1, seed: 1 };
    const request = makeRequest(model, { system: "", user: "" }, { sampling });
    const system = messages.find(({ role }) => role === "system")?.content ?? "";
    const turns = messages.filter(({ role }) => role !== "system").map(asTurn);
    const conversation = { ...request.conversation, system, turns };
    let promptTokens = 0;
    for await (const part of engine.generate({ ...request, conversation }, new AbortController().signal)) {
      if (part.type === "admitted") promptTokens = part.promptTokens;
      if (steps.length > 0) break;
    }
    const [first] = steps;
    if (first === undefined) throw new Error("No token has log-probabilities.");
    results.push({ promptTokens, ...first });
  }
  return results;
}

function asTurn({ role, content }: Message): Turn {
  return role === "assistant"
    ? { role, content, tool_calls: [] }
    : { role: "user", content: [{ type: "text", text: content }] };
}

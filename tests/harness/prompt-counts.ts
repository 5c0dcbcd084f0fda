import type { Conversation } from "../../src/openai/conversation.ts";
import { cpuEventSchema } from "../../src/wire/cpu-engine-messages.ts";
import { makeRequest, openAdapter } from "./adapter.ts";
import { startCpuWorker } from "./start-cpu-worker.ts";

export interface PromptCounts {
  /** Tokens of the prompt as the admission counts them. */
  readonly admitted: number;
  /** Tokens that llama.cpp made of it. */
  readonly processed: number;
}

/** Answers each conversation on the CPU, and counts the tokens of its prompt twice. */
export async function promptCounts(
  model: string,
  conversations: readonly Conversation[],
): Promise<PromptCounts[]> {
  let processed = 0;
  const engine = openAdapter({
    engine: "wllama",
    startCpuWorker() {
      const worker = startCpuWorker();
      worker.port.addEventListener("message", ({ data }) => {
        const event = cpuEventSchema.parse(data);
        if (event.type === "end") processed = event.promptTokens;
      });
      return worker;
    },
  });
  const counts: PromptCounts[] = [];
  for (const conversation of conversations) {
    const request = makeRequest(model, { system: "", user: "" });
    let admitted = 0;
    for await (const part of engine.generate({ ...request, conversation }, new AbortController().signal)) {
      if (part.type === "admitted") admitted = part.promptTokens;
    }
    counts.push({ admitted, processed });
  }
  return counts;
}

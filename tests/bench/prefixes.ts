/** The time to the first token of prompts that begin like earlier ones, against prompts that do not. Runs in the page. */
import type OpenAI from "openai";
import type { EngineName } from "../../src/contract/engine-name.ts";
import type { PrefixReport, PrefixRow } from "./report.ts";
import { MODEL, openService } from "./service.ts";

type Message = OpenAI.ChatCompletionMessageParam;

export interface PrefixPlan {
  readonly rounds: number;
  /** Words of the long prompts, about one token each. */
  readonly words: number;
}

const CONVERSATIONS = 4;
const WORDS = "the river old stone garden quiet lamp winter field road tall green under bright morning".split(
  " ",
);

/** As many words, different from the first one on for each number. */
function wordsOf(number: number, count: number): string {
  const words = Array.from({ length: count }, (_, i) => WORDS[(i * 7 + i * i + number * 11) % WORDS.length]);
  return `Number ${number}: ${words.join(" ")}.`;
}

/** Measures through `/v1` with each engine. */
export async function measurePrefixes(plan: PrefixPlan): Promise<PrefixReport[]> {
  const { client, select } = await openService();
  const reports: PrefixReport[] = [];
  for (const engine of ["web-llm", "wllama"] as const) {
    await benchProgress(`Loading the embedded model on ${engine}…`);
    await select(engine);
    reports.push({ engine, words: plan.words, rows: await measureEngine(client, engine, plan) });
  }
  return reports;
}

/** @returns a row for each case: times relative to a prompt of the same length that shares nothing, one per round */
async function measureEngine(
  client: OpenAI,
  engine: EngineName,
  { rounds, words }: PrefixPlan,
): Promise<PrefixRow[]> {
  const rows = new Map<string, number[]>();
  let number = 0;

  /** Milliseconds to the first text of a reply, which is then cancelled. */
  async function firstText(messages: readonly Message[]): Promise<{ ms: number; text: string }> {
    const abort = new AbortController();
    const start = performance.now();
    const chunks = await client.chat.completions.create(
      { model: MODEL, stream: true, temperature: 0, messages: [...messages] },
      { signal: abort.signal },
    );
    for await (const chunk of chunks) {
      const text = chunk.choices[0]?.delta.content ?? "";
      if (text === "") continue;
      const ms = performance.now() - start;
      abort.abort();
      return { ms, text };
    }
    throw new Error("The reply has no text.");
  }

  const record = (name: string, ratio: number) => rows.set(name, [...(rows.get(name) ?? []), ratio]);
  const user = (content: string): Message => ({ role: "user", content });
  const assistant = (content: string): Message => ({ role: "assistant", content });

  for (let round = 1; round <= rounds; round += 1) {
    await benchProgress(`${engine}, round ${round} of ${rounds}: prefixes of one conversation…`);
    const opening: Message[] = [
      { role: "system", content: wordsOf(number++, words / 2) },
      user(wordsOf(number++, words / 2)),
    ];
    const whole = await firstText(opening);
    const measure = async (name: string, messages: readonly Message[]) =>
      record(name, (await firstText(messages)).ms / whole.ms);
    const history = [...opening, assistant(whole.text)];
    await measure("second turn", [...history, user("Go on.")]);
    await measure("last message edited", [...history, user("Stop here.")]);
    await measure("regenerated", opening);
    const call = { id: "call_1", type: "function" as const, function: { name: "look", arguments: "{}" } };
    await measure("tool result added", [
      ...opening,
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call_1", content: "It is cold." },
    ]);

    await benchProgress(`${engine}, round ${round} of ${rounds}: a shared system prompt…`);
    const system: Message = { role: "system", content: wordsOf(number++, words) };
    const first = await firstText([system, user("Begin.")]);
    const second = await firstText([system, user("Tell a story.")]);
    record("system prompt shared", second.ms / first.ms);

    await benchProgress(`${engine}, round ${round} of ${rounds}: ${CONVERSATIONS} conversations in turn…`);
    let [cold, warm] = [0, 0];
    const conversations: Message[][] = [];
    for (let index = 0; index < CONVERSATIONS; index += 1) {
      const messages = [user(wordsOf(number++, words))];
      const { ms, text } = await firstText(messages);
      cold += ms;
      conversations.push([...messages, assistant(text), user("Go on.")]);
    }
    for (const messages of conversations) warm += (await firstText(messages)).ms;
    record(`${CONVERSATIONS} conversations in turn`, warm / cold);
  }
  return [...rows].map(([name, ratios]) => ({ name, ratios }));
}

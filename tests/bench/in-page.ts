import { adapterRunner, type Runner, webLlmRunner, wllamaRunner } from "../harness/runners.ts";
import { MODEL, openService } from "./service.ts";
import type { EngineReport } from "./report.ts";

export { measurePrefixes } from "./prefixes.ts";

export interface Plan {
  /** The service's identity, which it puts before the system text of every request. */
  readonly identity: string;
  readonly rounds: number;
  /** Words of the prompt, about one token each. */
  readonly promptWords: number;
  readonly replyTokens: number;
}

declare global {
  /** Shows the person at the terminal what is being measured. */
  var benchProgress: (text: string) => Promise<void>;
}

interface Row {
  readonly name: string;
  promptTokens: number;
  readonly prefill: number[];
  readonly decode: number[];
}

/**
 * Measure all runners in this page. Every round has a new prompt, so that no runner gains from a cache.
 */
export async function measure({ identity, rounds, promptWords, replyTokens }: Plan): Promise<EngineReport> {
  const model = MODEL;
  const words =
    "the river old stone garden quiet lamp winter field road tall green under bright morning".split(" ");
  const userOf = (round: number) => {
    const text = Array.from(
      { length: promptWords },
      (_, i) => words[(i * 7 + i * i + round * 5) % words.length],
    );
    return `Story number ${round}: continue it at length. ${text.join(" ")}`;
  };

  await benchProgress("Loading the embedded model in the service…");
  const { insitu, client, select } = await openService();
  await select("web-llm");
  const service: Runner = {
    async run({ system, user }, maxTokens) {
      const abort = new AbortController();
      const start = performance.now();
      let first = 0;
      let last = 0;
      let tokens = 0;
      let text = "";
      const chunks = await client.chat.completions.create(
        {
          model,
          stream: true,
          temperature: 0,
          messages: [
            { role: "system", content: system },
            { role: "user", content: user },
          ],
        },
        { signal: abort.signal },
      );
      for await (const chunk of chunks) {
        const delta = chunk.choices[0]?.delta.content ?? "";
        if (delta === "") continue;
        last = performance.now();
        if (tokens === 0) first = last;
        tokens += 1;
        text += delta;
        if (tokens === maxTokens) break;
      }
      abort.abort();
      return {
        text,
        promptTokens: 0,
        completionTokens: tokens,
        prefill: first - start,
        decode: last - first,
      };
    },
  };

  await benchProgress("Loading it in our adapter…");
  const adapter = await adapterRunner(model);
  await benchProgress("Loading it in web-llm…");
  const direct = await webLlmRunner(model);
  await benchProgress("Loading the fixture in our adapter…");
  const fixture = await adapterRunner("fixture-length");
  const fixtureRates: number[] = [];

  /** The same prompt for all runners, different from the end of the identity on. */
  const systemOf = (runner: Runner, round: number) => {
    const system = `In round ${round}, tell long stories as a helpful AI assistant.`;
    return runner === service ? system : `${identity}\n\n${system}`;
  };
  const rows: Row[] = [];
  let promptTokens = 0;
  async function takeTurns(round: number, runners: Readonly<Record<string, Runner>>): Promise<void> {
    for (const [name, runner] of Object.entries(runners)) {
      await benchProgress(round === 0 ? `Warming up ${name}…` : `Round ${round} of ${rounds}: ${name}…`);
      const prompt = { system: systemOf(runner, round), user: userOf(round) };
      const timed = await runner.run(prompt, replyTokens);
      if (round === 0) {
        rows.push({ name, promptTokens: 0, prefill: [], decode: [] });
        continue;
      }
      // The prompt is the same for all; not every runner counts it.
      if (timed.promptTokens > 0) promptTokens = timed.promptTokens;
      const row = rows.find((one) => one.name === name);
      if (row === undefined) continue;
      row.promptTokens = promptTokens;
      row.prefill.push((1000 * promptTokens) / timed.prefill);
      row.decode.push((1000 * (timed.completionTokens - 1)) / timed.decode);
    }
  }

  for (let round = 0; round <= rounds; round += 1) {
    await takeTurns(round, { adapter, "web-llm": direct, "/v1 web-llm": service });
    // Up to the model's own limit, because a piece of text may hold several tokens.
    const { decode, completionTokens } = await fixture.run(
      { system: identity, user: "Go on." },
      Number.POSITIVE_INFINITY,
    );
    if (round > 0) fixtureRates.push((1000 * (completionTokens - 1)) / decode);
  }
  const { host } = await insitu.status();

  // One engine after the other: the service would load the model again at each change.
  await benchProgress("Loading the embedded model on the CPU…");
  await select("wllama");
  const wllama = await wllamaRunner(model);
  for (let round = 0; round <= rounds; round += 1) await takeTurns(round, { "/v1 wllama": service, wllama });
  return { model, adapter: host.adapter?.description ?? "no adapter", rows, fixture: fixtureRates };
}

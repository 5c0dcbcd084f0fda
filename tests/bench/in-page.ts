import { adapterRunner, type Runner, webLlmRunner, wllamaRunner } from "../harness/runners.ts";
import type * as PublicEntry from "../../src/index.ts";
import type * as Sdk from "../../src/openai-sdk.ts";
import type { EngineReport } from "./report.ts";

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
  // From the app's build, not from this bundle.
  const load = <T>(path: string): Promise<T> => import(/* @vite-ignore */ path);
  const { connect } = await load<typeof PublicEntry>("/insitu.js");
  const { default: OpenAI } = await load<typeof Sdk>("/openai.js");

  const model = "smollm2-135m-instruct";
  const system = "You are a helpful AI assistant. Tell long stories.";
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
  const insitu = await connect();
  const select = async (engine: "web-llm" | "wllama") => {
    await insitu.settings.set({ engine });
    await insitu.load(model);
  };
  await select("web-llm");
  const { key } = await insitu.createKey({ name: "bench", expiresIn: 7200 });
  const client = new OpenAI({
    baseURL: insitu.baseURL,
    apiKey: key,
    fetch: insitu.fetch,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
  });
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

  const systemOf = (runner: Runner) => (runner === service ? system : `${identity}\n\n${system}`);
  const rows: Row[] = [];
  let promptTokens = 0;
  async function takeTurns(round: number, runners: Readonly<Record<string, Runner>>): Promise<void> {
    for (const [name, runner] of Object.entries(runners)) {
      await benchProgress(round === 0 ? `Warming up ${name}…` : `Round ${round} of ${rounds}: ${name}…`);
      const timed = await runner.run({ system: systemOf(runner), user: userOf(round) }, replyTokens);
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
      { system, user: "Go on." },
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

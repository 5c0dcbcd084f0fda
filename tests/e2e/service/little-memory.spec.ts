/** Models that do not fit in memory, in a Chromium that gives WebAssembly little of it. */
import type { EnginePreference } from "../../../src/contract/engine-name.ts";
import { connectPage } from "../../support/connected-page.ts";
import type { Site } from "../../support/site.ts";
import { expect, test } from "../../support/test.ts";
import { withBrowser } from "../../support/with-browser.ts";

const PAGE_BYTES = 2 ** 16;
/** The fixture fits in it, the embedded model does not. */
const SMALL_BYTES = 160 * 2 ** 20;
/** llama.cpp starts with 128 MiB. web-llm has its weights in the GPU's memory, and needs less than this. */
const LESS_THAN_LLAMA_BYTES = 64 * 2 ** 20;
const LESS_THAN_WEB_LLM_BYTES = 32 * 2 ** 20;

const FIXTURE = "fixture-short";
const EMBEDDED = "smollm2-135m-instruct";

interface Outcome {
  /** The reply's text, or the error's message. */
  readonly text: string;
  readonly status: unknown;
  readonly code?: unknown;
  readonly retry?: string | null;
  readonly engine: string | null;
}

/** In a connected page. */
async function ask(model: string): Promise<Outcome> {
  const messages = [{ role: "user" as const, content: "Say something." }];
  const response = await insitu.fetch(`${insitu.baseURL}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model, messages, stop: ["."] }),
  });
  const { choices, error } = await response.json();
  return {
    text: error?.message ?? choices[0].message.content,
    status: response.status,
    code: error?.code,
    retry: response.headers.get("x-should-retry"),
    engine: response.headers.get("x-insitu-engine"),
  };
}

interface Settings {
  readonly engine: EnginePreference;
  readonly memoryBytes: number;
}

/** Asks the models one after the other. @returns their outcomes, and the status's `engineProblem` */
async function askEach(site: Site, { engine, memoryBytes }: Settings, models: readonly string[]) {
  const switches = [`--js-flags=--wasm-max-mem-pages=${memoryBytes / PAGE_BYTES}`];
  return withBrowser(
    async (context) => {
      const page = await connectPage(await context.newPage(), site.url, engine);
      const outcomes: Outcome[] = [];
      for (const model of models) outcomes.push(await page.evaluate(ask, model));
      const problem = await page.evaluate(async () => (await insitu.status()).host.engineProblem);
      return { outcomes, problem };
    },
    { switches },
  );
}

const refusal = (text: RegExp) => ({
  status: 503,
  code: "engine_unavailable",
  retry: "false",
  text: expect.stringMatching(text),
});

test("a model that does not fit in llama.cpp's memory is refused each time, and a smaller one answers", async ({
  site,
}) => {
  const settings = { engine: "wllama", memoryBytes: SMALL_BYTES } as const;
  const { outcomes } = await askEach(site, settings, [EMBEDDED, FIXTURE, EMBEDDED]);
  const tooLarge = refusal(
    /^This device has too little memory to run the model 'smollm2-135m-instruct' on the CPU: close other tabs/,
  );
  const reply = { status: 200, text: expect.stringMatching(/\S/), engine: expect.stringMatching(/^wllama/) };
  expect(outcomes).toMatchObject([tooLarge, reply, tooLarge]);
});

test("web-llm answers where there is too little memory for llama.cpp, and the status says why", async ({
  site,
}) => {
  const settings = { engine: "auto", memoryBytes: LESS_THAN_LLAMA_BYTES } as const;
  const { outcomes, problem } = await askEach(site, settings, [FIXTURE, FIXTURE]);
  const reply = { status: 200, text: expect.stringMatching(/\S/), engine: expect.stringMatching(/^web-llm/) };
  expect(outcomes).toMatchObject([reply, reply]);
  expect(problem).toMatch(/^wllama did not start: This device has too little memory to run the model/);
});

test("a request is refused each time where there is too little memory for any engine", async ({ site }) => {
  const settings = { engine: "auto", memoryBytes: LESS_THAN_WEB_LLM_BYTES } as const;
  const { outcomes } = await askEach(site, settings, [FIXTURE, FIXTURE]);
  const tooSmall = refusal(/too little memory .*the model 'fixture-short'/);
  expect(outcomes).toMatchObject([tooSmall, tooSmall]);
});

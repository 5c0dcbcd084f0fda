/** The engines that the bench compares, each behind the same small interface. */
import { MLCEngine } from "@mlc-ai/web-llm";
import { Wllama } from "@wllama/wllama/esm/index.js";
import wllamaWasm from "@wllama/wllama/esm/wasm/wllama.wasm?url";
import { batchSize } from "../../src/cpu-worker/batch-size.ts";
import { config } from "../../src/config/config.ts";
import { makeRequest, openAdapter, type HarnessPrompt } from "./adapter.ts";

export interface Timed {
  readonly text: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Milliseconds from the call to the first token (prefill), and from the first token to the last (decode). */
  readonly prefill: number;
  readonly decode: number;
}

export interface Runner {
  run(prompt: HarnessPrompt, maxTokens: number): Promise<Timed>;
}

/** Our adapter as a runner; the model is loaded when this resolves. */
export async function adapterRunner(model: string): Promise<Runner> {
  const engine = openAdapter();
  await engine.load(model);
  return {
    async run(prompt, maxTokens) {
      const clock = new TokenClock();
      let text = "";
      let promptTokens = 0;
      let completionTokens: number | undefined;
      for await (const part of engine.generate(makeRequest(model, prompt), new AbortController().signal)) {
        if (part.type === "admitted") promptTokens = part.promptTokens;
        // A part of text may hold several tokens; a finished reply has the exact count.
        if (part.type === "finish") completionTokens = part.usage.completionTokens;
        if (part.type !== "text") continue;
        clock.token();
        text += part.text;
        if (clock.tokens === maxTokens) break;
      }
      return { text, promptTokens, completionTokens: completionTokens ?? clock.tokens, ...clock.read() };
    },
  };
}

/** web-llm as its documentation uses it, with the files of our build. */
export async function webLlmRunner(model: string): Promise<Runner> {
  const entry = config.models.find(({ id }) => id === model)?.engines["web-llm"];
  const folder = entry?.files.map(({ path }) => path.split("resolve/main/")[0]).at(0);
  if (entry === undefined || folder === undefined)
    throw new Error(`There are no web-llm files for ${model}.`);
  const base = new URL(entry.base, new URL("/", location.href));
  const manifest = "mlc-model-manifest.json";
  const engine = new MLCEngine({
    appConfig: {
      model_list: [
        {
          model: new URL(folder, base).href,
          model_id: model,
          model_lib: new URL(entry.library.path, base).href,
          ...(entry.files.some(({ path }) => path.endsWith(manifest)) && { model_manifest: manifest }),
        },
      ],
    },
  });
  await engine.reload(model);
  return {
    async run({ system, image, user }, maxTokens) {
      await engine.resetChat();
      const clock = new TokenClock();
      let text = "";
      const chunks = await engine.chat.completions.create({
        stream: true,
        stream_options: { include_usage: true },
        messages: [
          { role: "system", content: system },
          {
            role: "user",
            content:
              image === undefined
                ? user
                : [
                    { type: "image_url", image_url: { url: image } },
                    { type: "text", text: user },
                  ],
          },
        ],
        temperature: 0,
        max_tokens: maxTokens,
      });
      let promptTokens = 0;
      for await (const { choices, usage } of chunks) {
        promptTokens = usage?.prompt_tokens ?? promptTokens;
        const delta = choices[0]?.delta.content ?? "";
        if (delta === "") continue;
        clock.token();
        text += delta;
      }
      return { text, promptTokens, completionTokens: clock.tokens, ...clock.read() };
    },
  };
}

/** wllama as its documentation uses it, on one thread, with the file and the batches that our engine has. */
export async function wllamaRunner(model: string): Promise<Runner> {
  const entry = config.models.find(({ id }) => id === model)?.engines.wllama;
  if (entry === undefined) throw new Error(`There is no GGUF file for ${model}.`);
  const base = new URL(entry.base, new URL("/", location.href));
  const parts = entry.files.map(async ({ path }) => (await fetch(new URL(path, base))).blob());
  const file = new Blob(await Promise.all(parts));
  const batch = batchSize(file.size, 1);
  const wllama = new Wllama({ default: wllamaWasm }, { suppressNativeLog: true });
  await wllama.loadModel([file], {
    n_ctx: 4096,
    n_threads: 1,
    n_gpu_layers: 0,
    n_batch: batch,
    n_ubatch: batch,
  });
  return {
    async run({ system, user }, maxTokens) {
      const clock = new TokenClock();
      let text = "";
      const chunks = await wllama.createCompletion({
        prompt: `<|im_start|>system\n${system}<|im_end|>\n<|im_start|>user\n${user}<|im_end|>\n<|im_start|>assistant\n`,
        stream: true,
        temperature: 0,
        max_tokens: maxTokens,
      });
      for await (const chunk of chunks) {
        const delta = chunk.choices[0]?.text ?? "";
        if (delta === "") continue;
        clock.token();
        text += delta;
      }
      return { text, promptTokens: 0, completionTokens: clock.tokens, ...clock.read() };
    },
  };
}

class TokenClock {
  readonly #start = performance.now();
  #first = 0;
  #last = 0;
  tokens = 0;

  token(): void {
    this.#last = performance.now();
    if (this.tokens === 0) this.#first = this.#last;
    this.tokens += 1;
  }

  read(): { prefill: number; decode: number } {
    return { prefill: this.#first - this.#start, decode: this.#last - this.#first };
  }
}

/**
 * The part of `ask` that runs in the page, and uses only the public API.
 *
 * The browser gets only the function's source text, so it must not refer to anything outside itself.
 */
import type { ChatCompletion, ChatCompletionChunk, ChatCompletionMessageParam } from "openai/resources";
import type { EnginePreference } from "../../src/contract/engine-name.ts";
import type { EngineHostStatus, ModelProgress } from "../../src/index.ts";
import type { SamplingOptions } from "./options.ts";

export interface Question {
  readonly model?: string;
  /** Null for the deployment's. */
  readonly engine: EnginePreference | null;
  readonly stream: boolean;
  readonly messages: readonly ChatCompletionMessageParam[];
  readonly sampling: SamplingOptions;
}

/** Events that the page sends to the terminal. */
export type PageEvent =
  | { readonly type: "progress"; readonly progress: ModelProgress }
  | { readonly type: "chunk"; readonly chunk: ChatCompletionChunk };

/** The result. Times are in milliseconds since the request was sent. */
export type Outcome =
  | { readonly type: "failed"; readonly message: string }
  | {
      readonly type: "answered";
      /** The reply, if it was not streamed. */
      readonly completion?: ChatCompletion;
      readonly host: EngineHostStatus;
      readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
      /** Absent if the reply was not streamed, or is empty. */
      readonly firstToken?: number;
      readonly end: number;
    };

declare global {
  /** Set by `ask`: sends an event to the terminal. */
  var insituEmit: (event: PageEvent) => Promise<void>;
}

export async function askInPage({ model, engine, stream, messages, sampling }: Question): Promise<Outcome> {
  try {
    // Typed as `string`, or the type checker would look for these files.
    const [entryUrl, sdkUrl]: readonly string[] = ["./insitu.js", "./openai.js"];
    const entry: typeof import("../../src/index.ts") = await import(
      new URL(`${entryUrl}`, document.baseURI).href
    );
    const sdk: typeof import("openai") = await import(new URL(`${sdkUrl}`, document.baseURI).href);
    const insitu = await entry.connect({
      onProgress: (progress) => void globalThis.insituEmit({ type: "progress", progress }),
    });
    // The profile keeps what an earlier `ask` has set.
    await insitu.settings.set({ engine });
    const { key } = await insitu.createKey({ name: "ask", expiresIn: 3600 });
    const client = new sdk.OpenAI({
      baseURL: insitu.baseURL,
      apiKey: key,
      fetch: insitu.fetch,
      dangerouslyAllowBrowser: true,
    });
    // The service reports an unknown model; a known one is loaded before the time is measured.
    if (model !== undefined) await client.models.retrieve(model);
    await insitu.load(model);
    const { host } = await insitu.status();
    const body = {
      model: model ?? host.model?.id ?? "",
      messages: [...messages],
      ...sampling,
      stop: sampling.stop === undefined ? null : [...sampling.stop],
    };
    const start = performance.now();
    if (!stream) {
      const completion = await client.chat.completions.create(body);
      const usage = completion.usage ?? { prompt_tokens: 0, completion_tokens: 0 };
      return { type: "answered", completion, host, usage, end: performance.now() - start };
    }
    let firstToken: number | undefined;
    let usage = { prompt_tokens: 0, completion_tokens: 0 };
    let emitted = Promise.resolve();
    const chunks = await client.chat.completions.create({
      ...body,
      stream: true,
      stream_options: { include_usage: true },
    });
    for await (const chunk of chunks) {
      if (chunk.choices[0]?.delta.content) firstToken ??= performance.now() - start;
      usage = chunk.usage ?? usage;
      emitted = globalThis.insituEmit({ type: "chunk", chunk });
    }
    const end = performance.now() - start;
    await emitted;
    return { type: "answered", host, usage, end, ...(firstToken !== undefined && { firstToken }) };
  } catch (error) {
    return { type: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

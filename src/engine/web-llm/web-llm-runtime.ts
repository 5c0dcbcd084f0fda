/** Runs a model by web-llm. All files that web-llm fetches are in its caches or behind a `blob:` URL. */
import { type ChatCompletionChunk, type ChatOptions, MLCEngine } from "@mlc-ai/web-llm";
import { scopedName } from "../../scope/scoped-name.ts";
import { EngineError } from "../../contract/engine-error.ts";
import { MANIFEST, MODEL_CACHE, tokenizerKey } from "./placement.ts";
import type { WebLlmPromptBuilder } from "./web-llm-prompt-builder.ts";
import { pollDevices } from "./device-polling.ts";
import { asMessages } from "./prompt-messages.ts";
import { findPipeline } from "./prefix-cache/pipeline.ts";
import { reusePrefixes } from "./prefix-cache/reuse-prefixes.ts";
import { responseFormat } from "./response-format.ts";
import type { ReplyRequest, ReplyStep, Runtime, TokenLogprobs } from "../local/runtime.ts";
import type { LoadRequest } from "./load-request.ts";

/** The fraction of a load's time that weights take on the adapters that we measured. Shaders take the rest. */
const WEIGHTS_FRACTION = 0.3;

// web-llm requests the device itself.
if (typeof GPUAdapter !== "undefined") pollDevices(GPUAdapter.prototype);

/** @throws what the library throws */
export async function loadWebLlmRuntime(request: LoadRequest): Promise<Runtime> {
  const { id, model, promptBuilder, onProgress } = request;
  const libraryUrl = URL.createObjectURL(new Blob([request.library], { type: "application/wasm" }));
  const engine = new MLCEngine({
    logLevel: "ERROR",
    appConfig: {
      cacheBackend: "cache",
      model_list: [
        {
          model: model.url,
          model_id: id,
          model_lib: libraryUrl,
          ...(model.manifest && { model_manifest: MANIFEST }),
          required_features: [...model.requiredFeatures],
          overrides: { ...model.overrides, ...passThroughOptions(request) },
        },
      ],
    },
    initProgressCallback: ({ progress, text }) => {
      if (text.startsWith("Loading GPU shader modules")) {
        onProgress(WEIGHTS_FRACTION + (1 - WEIGHTS_FRACTION) * progress, "Compiling shaders");
      } else if (text.startsWith("Loading model from cache")) {
        onProgress(WEIGHTS_FRACTION * progress, "Copying weights to the GPU");
      }
    },
  });
  try {
    await withTokenizer(model.url, promptBuilder, () => engine.reload(id));
    // `reload` swallows an abort. This throws if nothing was loaded.
    await engine.getMessage(id);
  } catch (error) {
    await engine.unload().catch(() => {});
    throw error;
  } finally {
    URL.revokeObjectURL(libraryUrl);
  }
  return createRuntime(engine, request);
}

/**
 * Runs `load` with our marked tokenizer in the cache where web-llm looks for it. Each context of the scope has its own
 * markers, so only one context may load at a time.
 */
async function withTokenizer(
  url: string,
  { tokenizer }: WebLlmPromptBuilder,
  load: () => Promise<void>,
): Promise<void> {
  await navigator.locks.request(scopedName("insitu-web-llm-tokenizer"), async () => {
    const cache = await caches.open(MODEL_CACHE);
    const key = tokenizerKey(url);
    await cache.put(key, Response.json(tokenizer.json));
    try {
      await load();
    } finally {
      await cache.delete(key);
    }
  });
}

/** Makes web-llm pass a prompt on unchanged: roles and separators are empty. */
function passThroughOptions({ contextLength, promptBuilder }: LoadRequest): ChatOptions {
  const { system_prefix_token_ids: prefix } = promptBuilder.config.conv_template;
  return {
    context_window_size: contextLength,
    tokenizer_files: ["tokenizer.json"],
    conv_config: {},
    conv_template: {
      system_template: "{system_message}",
      system_message: "",
      render_empty_system_message: false,
      roles: { user: "", assistant: "", tool: "" },
      seps: [""],
      role_content_sep: "",
      role_empty_sep: "",
      stop_str: [],
      stop_token_ids: [...promptBuilder.stopTokenIds],
      ...(prefix && { system_prefix_token_ids: prefix }),
    },
  };
}

/** The states of web-llm's random generator, which multiplies modulo 2^31 - 1, are 1 to this. */
const MAX_RANDOM_STATE = 2_147_483_646;

/**
 * The seed that web-llm gets. It accepts no negative seed, treats 0 like 1, and without a seed continues from the state of
 * the last request, so an unseeded reply would depend on a seeded one before it.
 */
function randomState(seed: number = Math.floor(Math.random() * MAX_RANDOM_STATE)): number {
  return (((seed % MAX_RANDOM_STATE) + MAX_RANDOM_STATE) % MAX_RANDOM_STATE) + 1;
}

function createRuntime(
  engine: MLCEngine,
  { id, promptBuilder: { tokenizer, config }, reusesPrefixes }: LoadRequest,
): Runtime {
  const pipeline = reusesPrefixes ? findPipeline(engine, id) : undefined;
  const reuse = pipeline && reusePrefixes(pipeline);

  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyStep, undefined> {
    const { prompt, sampling, maxTokens, topLogprobs = 0, constraint } = request;
    await engine.resetChat(false, id);
    const chunks = await engine.chat.completions.create({
      model: id,
      messages: await asMessages(prompt),
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: maxTokens,
      ...sampling,
      seed: randomState(sampling.seed),
      // If only one of the two is set, web-llm sets the other one to 0.
      presence_penalty: sampling.presence_penalty ?? config.presence_penalty,
      frequency_penalty: sampling.frequency_penalty ?? config.frequency_penalty,
      ...(topLogprobs > 0 && { logprobs: true, top_logprobs: topLogprobs }),
      ...(constraint && { response_format: responseFormat(constraint) }),
    });
    let reason: "stop" | "length" = "stop";
    let completionTokens = 0;
    for await (const chunk of withGrammarErrors(chunks)) {
      const [choice] = chunk.choices;
      if (chunk.usage) completionTokens = chunk.usage.completion_tokens;
      if (choice?.finish_reason) reason = choice.finish_reason === "length" ? "length" : "stop";
      else if (choice) {
        const logprobs = tokenLogprobs(choice, tokenizer.unmark);
        yield { type: "token", decoded: await engine.getMessage(id), ...(logprobs && { logprobs }) };
      }
    }
    const cachedTokens = reuse?.cachedTokens ?? 0;
    yield { type: "end", decoded: await engine.getMessage(id), reason, cachedTokens, completionTokens };
  }

  return {
    reply,
    interrupt: () => void engine.interruptGenerate(),
    // web-llm unloads the model by itself when the GPU is lost.
    isAlive: () =>
      engine.getMessage(id).then(
        () => true,
        () => false,
      ),
    unload: () => engine.unload(),
  };
}

/** Reports a grammar that web-llm cannot compile as a fault of the request. */
async function* withGrammarErrors<Chunk>(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "GrammarMatcherInitError") throw error;
    const message = "The engine cannot enforce the schemas of this request: simplify them.";
    throw new EngineError("invalid", message, undefined, { cause: error });
  }
}

function tokenLogprobs(
  { logprobs }: ChatCompletionChunk.Choice,
  unmark: (text: string) => string,
): TokenLogprobs | undefined {
  const top = logprobs?.content?.[0]?.top_logprobs;
  return top && { top: top.map(({ token, logprob }) => ({ token: unmark(token), logprob })) };
}

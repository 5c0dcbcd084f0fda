/** The only importer of web-llm. Everything it fetches it finds in its caches or in a `blob:` URL. */
import { type ChatCompletionChunk, type ChatOptions, MLCEngine } from "@mlc-ai/web-llm";
import { scopedName } from "../../scope/scoped-name.ts";
import { EngineError } from "../../contract/engine-error.ts";
import { MANIFEST, MODEL_CACHE, tokenizerKey } from "./placement.ts";
import type { PromptBuilder } from "./prompt-builder.ts";
import { asMessages } from "./prompt-messages.ts";
import { responseFormat } from "./response-format.ts";
import type { LoadRequest, LoadRuntime, ReplyRequest, ReplyStep, Runtime, TokenLogprobs } from "./runtime.ts";

/** Of a load's time on the adapters we measured, about this part goes into weights, the rest into shaders. */
const WEIGHTS_PART = 0.3;

export const loadWebLlmRuntime: LoadRuntime = async (request) => {
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
        onProgress(WEIGHTS_PART + (1 - WEIGHTS_PART) * progress, "Compiling shaders");
      } else if (text.startsWith("Loading model from cache")) {
        onProgress(WEIGHTS_PART * progress, "Copying weights to the GPU");
      }
    },
  });
  try {
    await withTokenizer(model.url, promptBuilder, () => engine.reload(id));
    // `reload` swallows an abort; this throws where nothing was loaded.
    await engine.getMessage(id);
  } catch (error) {
    await engine.unload().catch(() => {});
    throw error;
  } finally {
    URL.revokeObjectURL(libraryUrl);
  }
  return createRuntime(engine, id, promptBuilder);
};

/**
 * Runs `load` while our marked tokenizer stands where web-llm looks for it. Markers differ from context to
 * context of the scope, so only one may load at a time.
 */
async function withTokenizer(
  url: string,
  { tokenizer }: PromptBuilder,
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

/** Makes web-llm take what it gets for the prompt as it is: roles and separators are empty. */
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

/** The states of web-llm's random generator, a multiplicative one modulo 2^31 - 1: 1 to this. */
const RANDOM_STATES = 2_147_483_646;

/**
 * A state for a seed. web-llm takes no negative one, makes one of 0 and 1, and goes on from the last request's
 * where it gets none: an unseeded reply would then depend on a seeded one before it.
 */
function randomState(seed: number = Math.floor(Math.random() * RANDOM_STATES)): number {
  return (((seed % RANDOM_STATES) + RANDOM_STATES) % RANDOM_STATES) + 1;
}

function createRuntime(engine: MLCEngine, id: string, promptBuilder: PromptBuilder): Runtime {
  const { tokenizer, config } = promptBuilder;

  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyStep, undefined> {
    const { prompt, sampling, maxTokens, topLogprobs = 0, constraint } = request;
    await engine.resetChat(false, id);
    const chunks = await engine.chat.completions.create({
      model: id,
      messages: asMessages(prompt),
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: maxTokens,
      ...sampling,
      seed: randomState(sampling.seed),
      // Setting one of the two alone sets the other to 0.
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
    yield { type: "end", decoded: await engine.getMessage(id), reason, completionTokens };
  }

  return {
    reply,
    interrupt: () => void engine.interruptGenerate(),
    // web-llm unloads the model by itself when it loses the GPU.
    isAlive: () =>
      engine.getMessage(id).then(
        () => true,
        () => false,
      ),
    unload: () => engine.unload(),
  };
}

/** The model takes no harm from a grammar that the compiler refuses. */
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

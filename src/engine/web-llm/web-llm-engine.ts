/** web-llm behind the `Engine` interface: admission, one model in memory, one reply at a time. */
import type { Model } from "../../config/model.ts";
import type { ModelFiles } from "../../models/model-files.ts";
import type { GenerateRequest } from "../../contract/generate-request.ts";
import type { LocalEngine } from "../local-engine.ts";
import type { ModelProgress } from "../../contract/model-progress.ts";
import type { StreamPart, Waiting } from "../../contract/stream-part.ts";
import { EngineError } from "../../contract/engine-error.ts";
import type { Conversation } from "../../openai/conversation.ts";
import type { ReplyGrammar } from "../grammar/reply-grammar.ts";
import { createImageLoader, type LoadImage } from "../image/load-image.ts";
import { CALL_CLOSE, CALL_OPEN } from "../prompt/tool-text.ts";
import { createCallIds } from "../reply/call-id.ts";
import { createReplyParser, type ReplyParser } from "../reply/reply-parser.ts";
import { admit } from "./admission.ts";
import { generationFailure } from "./engine-failure.ts";
import { ENGINE_IDENTITY } from "./engine-identity.ts";
import { createModelLoader } from "./model-loader.ts";
import type { PromptBuilder } from "./prompt-builder.ts";
import { streamReply } from "./reply-stream.ts";
import type { LoadRuntime, Runtime } from "./runtime.ts";
import { cancelledError, cancellable } from "./cancellable.ts";
import { loadWebLlmRuntime } from "./web-llm-runtime.ts";
import { createWaitingFeed, whileWaiting } from "./waiting-feed.ts";

/** How long the GPU may take for a token before it is taken for lost, and how much longer with each token to prefill. */
const PATIENCE_MS = 120_000;
/** Ten times what software WebGPU on two cores takes for the embedded model. */
const PREFILL_PATIENCE_MS = 500;
/** States of a wait are for people to read: more of them than four a second would only cost messages. */
const WAITING_INTERVAL_MS = 250;

export interface WebLlmEngineOptions {
  /** The model that a request may name so; asked for every request, since models come and go. */
  readonly findModel: (id: string) => Promise<Model | undefined>;
  readonly files: Pick<ModelFiles, "ensure" | "read">;
  readonly onProgress: (progress: ModelProgress) => void;
  /** Rejects with an `unsupported` EngineError where the GPU here cannot run the model. */
  readonly checkGpu: (model: Model) => Promise<void>;
  /** For tests: what loads a model and an image, how many milliseconds it may stay silent, and the least time between two states of a wait. */
  readonly loadRuntime?: LoadRuntime;
  readonly loadImage?: LoadImage;
  readonly patience?: number;
  readonly waitingIntervalMs?: number;
}

/**
 * An engine that runs the models of the catalogue on WebGPU in this worker. Cheap to make: a model is
 * installed and loaded by `load`, or by the first request for it.
 */
export function createWebLlmEngine({
  findModel,
  files,
  onProgress,
  checkGpu,
  loadRuntime = loadWebLlmRuntime,
  loadImage = createImageLoader(),
  patience = PATIENCE_MS,
  waitingIntervalMs = WAITING_INTERVAL_MS,
}: WebLlmEngineOptions): LocalEngine {
  const loader = createModelLoader({ files, loadRuntime });
  loader.observe(onProgress);

  async function requireModel(id: string): Promise<Model> {
    const model = await findModel(id);
    if (model !== undefined) return model;
    throw new EngineError(
      "model-not-found",
      `There is no model '${id}': GET /v1/models lists them.`,
      "model",
    );
  }

  /** The loaded model, nothing else using it until `leave` is called. */
  async function* acquire(
    model: Model,
    signal: AbortSignal,
  ): AsyncGenerator<StreamPart, { runtime: Runtime; leave: () => void }> {
    const feed = createWaitingFeed({ intervalMs: waitingIntervalMs });
    const stopObserving = loader.observe((progress) => {
      const waiting = progress.id === model.id && asWaiting(progress);
      if (waiting) feed.report(waiting);
    });
    try {
      for (;;) {
        // It may have been removed while the request waited.
        await requireModel(model.id);
        const runtime = yield* asParts(whileWaiting(cancellable(loader.load(model), signal), feed));
        const entering = loader.acquire();
        const leave = await cancellable(entering, signal).catch((error: unknown) => {
          void entering.then((leaveUnused) => leaveUnused());
          throw error;
        });
        if (loader.isLoaded(runtime)) return { runtime, leave };
        // Another model took its place while we waited, or it was unloaded.
        leave();
      }
    } finally {
      stopObserving();
    }
  }

  async function* generate(request: GenerateRequest, signal: AbortSignal): AsyncGenerator<StreamPart, void> {
    const model = await requireModel(request.model);
    const { conversation } = request;
    await checkGpu(model);
    const promptBuilder = await cancellable(loader.promptBuilder(model), signal);
    const admission = await admit(model, conversation, promptBuilder, loadImage, signal);
    const { prompt, promptTokens, grammar } = admission;
    yield { type: "admitted", promptTokens, engine: ENGINE_IDENTITY };

    const { runtime, leave } = yield* acquire(model, signal);
    let started = false;
    try {
      yield { type: "waiting", phase: "prefill" };
      if (signal.aborted) throw cancelledError();
      started = true;
      yield* streamReply({
        runtime,
        request: {
          prompt,
          sampling: conversation.sampling,
          maxTokens: Math.min(model.max_completion_tokens, model.context_length - promptTokens),
          ...(grammar.constraint && { constraint: grammar.constraint }),
        },
        parser: replyParser(conversation, grammar, promptBuilder),
        promptTokens,
        signal,
        patience: { firstToken: patience + promptTokens * PREFILL_PATIENCE_MS, nextToken: patience },
        onFree: (alive) => {
          if (!alive) loader.forget(runtime);
          leave();
        },
      });
    } catch (error) {
      throw generationFailure(model.id, error);
    } finally {
      if (!started) leave();
    }
  }

  return {
    identity: ENGINE_IDENTITY,
    generate,
    async load(id) {
      const model = await requireModel(id);
      await checkGpu(model);
      await loader.load(model);
    },
    unload: loader.unload,
  };
}

function replyParser(
  { stop, turns }: Conversation,
  { calls }: ReplyGrammar,
  { stopTexts, tokenizer }: PromptBuilder,
): ReplyParser {
  const taken = turns.flatMap((turn) =>
    turn.role === "assistant" ? turn.tool_calls.map(({ id }) => id) : [],
  );
  return createReplyParser({
    calls,
    open: tokenizer.mark(CALL_OPEN),
    close: tokenizer.mark(CALL_CLOSE),
    stop: [...stop, ...stopTexts],
    unmark: tokenizer.unmark,
    makeId: createCallIds(taken),
  });
}

async function* asParts<Result>(waits: AsyncGenerator<Waiting, Result>): AsyncGenerator<StreamPart, Result> {
  for (;;) {
    const { done, value } = await waits.next();
    if (done) return value;
    yield { type: "waiting", ...value };
  }
}

function asWaiting({ state, fraction }: ModelProgress): Waiting | undefined {
  switch (state) {
    case "downloading":
      return { phase: "download", fraction };
    case "verifying":
      return { phase: "verify", fraction };
    case "loading":
      return { phase: "load", fraction };
    case "ready":
    case "failed":
      return undefined;
  }
}

/** Models of any backend behind the `Engine` interface: one model in memory, one reply at a time. */
import { EngineError } from "../../contract/engine-error.ts";
import type { GenerateRequest } from "../../contract/generate-request.ts";
import type { Model } from "../../contract/model.ts";
import type { ModelProgress } from "../../contract/model-progress.ts";
import type { StreamPart } from "../../contract/stream-part.ts";
import type { ModelFiles } from "../../models/model-files.ts";
import type { Conversation } from "../../openai/conversation.ts";
import { createImageLoader, type LoadImage } from "../image/load-image.ts";
import { CALL_CLOSE, CALL_OPEN } from "../prompt/tool-text.ts";
import { createCallIds } from "../reply/call-id.ts";
import { ReplyParser } from "../reply/reply-parser.ts";
import { acquireModel } from "./acquire-model.ts";
import { admit, type Admission } from "./admission.ts";
import { cancellable, cancelledError } from "./cancellable.ts";
import type { ChooseBackend } from "./engine-backend.ts";
import { generationFailure } from "./engine-failure.ts";
import type { LocalEngine } from "./local-engine.ts";
import { createModelLoader } from "./model-loader.ts";
import { createPreparedModels } from "./prepared-models.ts";
import type { PromptBuilder } from "./prompt-builder.ts";
import { streamReply } from "./reply-stream.ts";
import type { ReplyRequest } from "./runtime.ts";
import { stallTimeouts, TOKEN_TIMEOUT_MS } from "./stall-timeouts.ts";

/** Four states of a wait in a second are enough for a person to read; more would only cost messages. */
const WAITING_INTERVAL_MS = 250;

export interface LocalEngineOptions {
  /** Finds the model with that id. Called for every request, since models come and go. */
  readonly findModel: (id: string) => Promise<Model | undefined>;
  /**
   * Called for every request and load: the choice may change. A request keeps its backend, for which its prompt is built.
   */
  readonly chooseBackend: ChooseBackend;
  readonly files: Pick<ModelFiles, "ensure" | "read" | "open">;
  readonly onProgress: (progress: ModelProgress) => void;
  /** For tests, like all that follow. */
  readonly loadImage?: LoadImage;
  /** Timeout for a token after the first, in milliseconds. */
  readonly tokenTimeoutMs?: number;
  /** Minimum time between two states of a wait, in milliseconds. */
  readonly waitingIntervalMs?: number;
}

/**
 * An engine that runs the catalogue's models in this context. Cheap to create: a model is installed and loaded by `load`,
 * or by the first request for it.
 */
export function createLocalEngine({
  findModel,
  chooseBackend,
  files,
  onProgress,
  loadImage = createImageLoader(),
  tokenTimeoutMs = TOKEN_TIMEOUT_MS,
  waitingIntervalMs = WAITING_INTERVAL_MS,
}: LocalEngineOptions): LocalEngine {
  const preparedModels = createPreparedModels(files);
  const loader = createModelLoader({ files, preparedModels });
  loader.observe(onProgress);

  async function requireModel(id: string): Promise<Model> {
    const model = await findModel(id);
    if (model !== undefined) return model;
    const message = `There is no model '${id}'. GET /v1/models lists the models.`;
    throw new EngineError("model-not-found", message, "model");
  }

  async function* generate(request: GenerateRequest, signal: AbortSignal): AsyncGenerator<StreamPart, void> {
    const model = await requireModel(request.model);
    const { conversation } = request;
    const backend = await chooseBackend(model);
    const { grammarDialect } = backend;
    await backend.checkDevice(model);
    const { promptBuilder } = await cancellable(preparedModels.get(model, backend), signal);
    const admission = await admit({ model, conversation, promptBuilder, grammarDialect, loadImage, signal });
    const { promptTokens } = admission;
    yield { type: "admitted", promptTokens, engine: backend.identity };

    const acquiring = { loader, backend, requireModel, waitingIntervalMs };
    const { runtime, release } = yield* acquireModel(acquiring, model, signal);
    let started = false;
    try {
      yield { type: "started", engine: backend.identity };
      yield { type: "waiting", phase: "prefill" };
      if (signal.aborted) throw cancelledError();
      started = true;
      yield* streamReply({
        runtime,
        request: replyRequest(model, conversation, admission),
        parser: replyParser(conversation, admission, promptBuilder),
        promptTokens,
        signal,
        timeouts: stallTimeouts(admission, tokenTimeoutMs),
        waitingIntervalMs,
        onFree: (alive) => {
          if (!alive) loader.forget(runtime);
          release();
        },
      });
    } catch (error) {
      throw generationFailure(backend.failures, model.id, error);
    } finally {
      if (!started) release();
    }
  }

  return {
    generate,
    async load(id) {
      const model = await requireModel(id);
      const backend = await chooseBackend(model);
      await backend.checkDevice(model);
      const { claim } = await loader.load(model, backend);
      claim()?.();
    },
    unload: loader.unload,
  };
}

function replyRequest(
  { max_completion_tokens, context_length }: Model,
  { sampling }: Conversation,
  { prompt, promptTokens, grammar: { constraint } }: Admission,
): ReplyRequest {
  const maxTokens = Math.min(max_completion_tokens, context_length - promptTokens);
  return { prompt, sampling, maxTokens, ...(constraint && { constraint }) };
}

function replyParser(
  { stop, turns }: Conversation,
  { grammar }: Admission,
  { stopTexts, tokenizer }: PromptBuilder,
): ReplyParser {
  const earlierIds = turns.flatMap((turn) =>
    turn.role === "assistant" ? turn.tool_calls.map(({ id }) => id) : [],
  );
  return new ReplyParser({
    calls: grammar.calls,
    open: tokenizer.mark(CALL_OPEN),
    close: tokenizer.mark(CALL_CLOSE),
    stop: [...stop, ...stopTexts],
    unmark: tokenizer.unmark,
    makeId: createCallIds(earlierIds),
  });
}

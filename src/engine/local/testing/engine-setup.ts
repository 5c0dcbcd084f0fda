import type { GenerateRequest } from "../../../contract/generate-request.ts";
import type { ModelProgress } from "../../../contract/model-progress.ts";
import type { StreamPart } from "../../../contract/stream-part.ts";
import { testModel } from "../../../models/testing/test-models.ts";
import type { Conversation } from "../../../openai/conversation.ts";
import { userTurn, withTurns } from "../../prompt/testing/conversations.ts";
import { createLocalEngine, type LocalEngineOptions } from "../create-local-engine.ts";
import { scriptedBackend } from "./scripted-backend.ts";
import { scriptedRuntime } from "./scripted-runtime.ts";

type Options = Partial<Pick<LocalEngineOptions, "files" | "waitingIntervalMs">>;

const limits = { context_length: 200, max_completion_tokens: 150 };

/** Model files that are installed. */
export function installedFiles(): LocalEngineOptions["files"] {
  return {
    ensure: (_group, files, options) => {
      const totalBytes = files.length * 10;
      options?.onProgress?.({ phase: "verifying", loadedBytes: 10, totalBytes, problem: null });
      return Promise.resolve();
    },
    read: () => Promise.resolve(new ArrayBuffer(0)),
    open: () => Promise.resolve(new Blob()),
  };
}

/** An engine with a scripted backend and the models `a`, `b` and `roomy`, which has a larger context. */
export function setUpEngine({ files = installedFiles(), ...options }: Options = {}) {
  const runtime = scriptedRuntime();
  const choice = { backend: scriptedBackend(runtime) };
  const progress: ModelProgress[] = [];
  const models = [
    testModel("a", limits),
    testModel("b", limits),
    testModel("roomy", { ...limits, context_length: 1000 }),
  ];
  const engine = createLocalEngine({
    findModel: (id) => Promise.resolve(models.find((model) => model.id === id)),
    files,
    onProgress: (state) => progress.push(state),
    chooseBackend: () => Promise.resolve(choice.backend),
    tokenTimeoutMs: 1000,
    waitingIntervalMs: 0,
    ...options,
  });
  const start = (conversation: Conversation, model = "a", controller = new AbortController()) => {
    const request: GenerateRequest = { id: "chatcmpl-1", owner: "key", model, conversation };
    return engine.generate(request, controller.signal)[Symbol.asyncIterator]();
  };
  const collect = async (conversation: Conversation, model = "a") => {
    const parts: StreamPart[] = [];
    const iterator = start(conversation, model);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) parts.push(next.value);
    return parts;
  };
  return { engine, models, choice, runtime, progress, start, collect };
}

export const hi = withTurns(userTurn("Hi"));

/** The text of a reply. */
export function textOf(parts: readonly StreamPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** Pulls parts up to the first one of `type`. */
export async function skipTo(
  iterator: AsyncIterator<StreamPart>,
  type: StreamPart["type"],
): Promise<StreamPart> {
  for (;;) {
    const { value, done } = await iterator.next();
    if (done) throw new Error(`no ${type} came`);
    if (value.type === type) return value;
  }
}

import type { Model } from "../../../contract/model.ts";
import type { GenerateRequest } from "../../../contract/generate-request.ts";
import type { ModelProgress } from "../../../contract/model-progress.ts";
import type { StreamPart } from "../../../contract/stream-part.ts";
import { testModel } from "../../../models/testing/test-models.ts";
import type { ModelFiles } from "../../../models/model-files.ts";
import type { Conversation } from "../../../openai/conversation.ts";
import { chatMl, userTurn, withTurns } from "../../prompt/testing/conversations.ts";
import { byteTokenizer } from "../../tokenizer/testing/byte-tokenizer.ts";
import { createWebLlmEngine } from "../web-llm-engine.ts";
import { scriptedRuntime } from "./scripted-runtime.ts";

const file = (path: string) => ({ path, bytes: 10, sha256: "0".repeat(64) });

function catalogueEntry(id: string): Model {
  return testModel(id, {
    context_length: 200,
    max_completion_tokens: 150,
    engines: {
      "web-llm": {
        base: `models/${id}/`,
        library: file("library.wasm"),
        files: ["mlc-chat-config.json", "tokenizer.json", "tensor-cache.json", "params_shard_0.bin"].map(
          (name) => file(`resolve/main/${name}`),
        ),
      },
    },
  });
}

type Files = Pick<ModelFiles, "ensure" | "read">;

/** Model files that are installed. */
export function installedFiles(): Files {
  const texts: Record<string, unknown> = {
    "resolve/main/mlc-chat-config.json": { conv_template: chatMl, eos_token_id: 256 },
    "resolve/main/tokenizer.json": byteTokenizer(),
  };
  return {
    ensure: (_group, files, options) => {
      const totalBytes = files.length * 10;
      options?.onProgress?.({ phase: "verifying", loadedBytes: 10, totalBytes, problem: null });
      return Promise.resolve();
    },
    read: ({ path }) => Promise.resolve(new TextEncoder().encode(JSON.stringify(texts[path] ?? {})).buffer),
  };
}

/** An engine with a scripted runtime and the models `a`, `b` and `roomy`, which has a larger context. */
export function setUpEngine(files: Files = installedFiles()) {
  const runtime = scriptedRuntime();
  const progress: ModelProgress[] = [];
  const models = [
    catalogueEntry("a"),
    catalogueEntry("b"),
    { ...catalogueEntry("roomy"), context_length: 1000 },
  ];
  const engine = createWebLlmEngine({
    findModel: (id) => Promise.resolve(models.find((model) => model.id === id)),
    files,
    onProgress: (state) => progress.push(state),
    loadRuntime: runtime.load,
    checkGpu: () => Promise.resolve(),
    tokenTimeoutMs: 1000,
    waitingIntervalMs: 0,
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
  return { engine, models, runtime, progress, start, collect };
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

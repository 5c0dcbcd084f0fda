/** Our engines in a page without the service, and requests for them. */
import { config } from "../../src/config/config.ts";
import type { GenerateRequest } from "../../src/contract/generate-request.ts";
import type { LocalEngine } from "../../src/engine/local/local-engine.ts";
import { createLocalEngine } from "../../src/engine/local/create-local-engine.ts";
import { createWebLlmBackend } from "../../src/engine/web-llm/web-llm-backend.ts";
import type { CpuWorker } from "../../src/engine/wllama/cpu-worker.ts";
import { createWllamaBackend } from "../../src/engine/wllama/wllama-backend.ts";
import { createModelFiles } from "../../src/models/model-files.ts";
import type { EngineBackend } from "../../src/engine/local/engine-backend.ts";
import type { Runtime } from "../../src/engine/local/runtime.ts";
import type { EngineName } from "../../src/contract/engine-name.ts";
import { startCpuWorker } from "./start-cpu-worker.ts";

export interface HarnessPrompt {
  readonly system: string;
  /** URL of an image before the user's text. */
  readonly image?: string;
  readonly user: string;
}

let requests = 0;

/** A request to an engine, with defaults for everything that a test does not set. */
export function makeRequest(
  model: string,
  { system, image, user }: HarnessPrompt,
  more: Partial<Omit<GenerateRequest, "conversation">> & {
    sampling?: GenerateRequest["conversation"]["sampling"];
  } = {},
): GenerateRequest {
  requests += 1;
  const { sampling = { temperature: 0 }, ...rest } = more;
  return {
    id: `chatcmpl-harness-${requests}`,
    owner: "harness",
    model,
    conversation: {
      system,
      turns: [
        {
          role: "user",
          content: [
            ...(image === undefined ? [] : [{ type: "image" as const, url: image, field: "image" }]),
            { type: "text", text: user },
          ],
        },
      ],
      tools: [],
      tool_choice: { type: "auto" },
      parallel_tool_calls: true,
      response_format: { type: "text" },
      sampling,
      stop: [],
    },
    ...rest,
  };
}

const findModel = (id: string) => Promise.resolve(config.models.find((model) => model.id === id));

export interface AdapterOptions {
  readonly engine?: EngineName;
  /** Of web-llm: false processes every prompt from its first token. */
  readonly reusesPrefixes?: boolean;
  /** Changes a loaded model. */
  readonly wrap?: (runtime: Runtime) => Runtime;
  /** Starts the worker of wllama. */
  readonly startCpuWorker?: () => CpuWorker;
}

/** A new engine without a model. wllama has one thread. */
export function openAdapter({
  engine = "web-llm",
  reusesPrefixes = true,
  wrap,
  startCpuWorker: start = startCpuWorker,
}: AdapterOptions = {}): LocalEngine {
  const files = createModelFiles({ scope: new URL("/", location.href) });
  const opened =
    engine === "web-llm"
      ? createWebLlmBackend({ reusesPrefixes })
      : createWllamaBackend({ startCpuWorker: async () => start(), maxThreads: 1 });
  const backend = wrap === undefined ? opened : withRuntime(opened, wrap);
  const chooseBackend = () => Promise.resolve(backend);
  return createLocalEngine({ findModel, chooseBackend, files, onProgress: () => {} });
}

function withRuntime(backend: EngineBackend, wrap: (runtime: Runtime) => Runtime): EngineBackend {
  return {
    ...backend,
    async prepare(model, files) {
      const prepared = await backend.prepare(model, files);
      return { ...prepared, loadRuntime: async (onProgress) => wrap(await prepared.loadRuntime(onProgress)) };
    },
  };
}

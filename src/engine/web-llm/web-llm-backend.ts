/** web-llm as a backend of the local engine: models in its own format, on WebGPU. */
import type { CachedFile } from "../../models/cached-file.ts";
import { xgrammarDialect } from "../grammar/ebnf/xgrammar-dialect.ts";
import type { EngineBackend } from "../local/engine-backend.ts";
import { ENGINE_IDENTITY } from "./engine-identity.ts";
import { placeModel, promptFiles, weightFiles } from "./placement.ts";
import { WEB_LLM_FAILURES } from "./web-llm-failures.ts";
import { createWebLlmPromptBuilder } from "./web-llm-prompt-builder.ts";
import { loadWebLlmRuntime } from "./web-llm-runtime.ts";

export interface WebLlmBackendOptions {
  /** False processes every prompt from its first token, to compare with. */
  readonly reusesPrefixes?: boolean;
}

export function createWebLlmBackend({ reusesPrefixes = true }: WebLlmBackendOptions = {}): EngineBackend {
  return {
    identity: ENGINE_IDENTITY,
    failures: WEB_LLM_FAILURES,
    grammarDialect: xgrammarDialect,
    files(model) {
      const placed = placeModel(model);
      return { prompt: promptFiles(placed), weights: weightFiles(placed) };
    },
    // The engine chooser has compared the GPU with the model's requirements (`model-list/`).
    checkDevice: () => Promise.resolve(),
    async prepare(model, files) {
      const placed = placeModel(model);
      const { config, tokenizer, manifest, library } = placed;
      const readText = async (file: CachedFile) => new TextDecoder().decode(await files.read(file));
      const promptBuilder = createWebLlmPromptBuilder(
        await readText(config),
        await readText(tokenizer),
        manifest && (await readText(manifest)),
      );
      return {
        promptBuilder,
        loadRuntime: async (onProgress) =>
          loadWebLlmRuntime({
            id: model.id,
            model: placed,
            contextLength: model.context_length,
            promptBuilder,
            library: await files.read(library),
            reusesPrefixes,
            onProgress,
          }),
      };
    },
  };
}

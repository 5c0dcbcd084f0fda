import { ENGINE_IDENTITY } from "../engine/web-llm/identity.ts";
import type { LocalEngine, ModelProgress } from "../engine/engine.ts";
import type { Model } from "../config/model.ts";
import { createModelFiles } from "../models/model-files.ts";

export interface EngineOptions {
  readonly findModel: (id: string) => Promise<Model | undefined>;
  /** What relative paths of model files are relative to. */
  readonly scope: URL;
  readonly onProgress: (progress: ModelProgress) => void;
}

/** The web-llm engine, whose 6.8 MB of code are fetched at the first use. */
export function lazyEngine(options: EngineOptions): LocalEngine {
  let loaded: Promise<LocalEngine> | undefined;
  const engine = () =>
    (loaded ??= import("../engine/web-llm/web-llm-engine.ts")
      .then(({ createWebLlmEngine }) =>
        createWebLlmEngine({ ...options, files: createModelFiles({ scope: options.scope }) }),
      )
      .catch((error: unknown) => {
        loaded = undefined;
        throw error;
      }));
  return {
    identity: ENGINE_IDENTITY,
    load: async (model) => (await engine()).load(model),
    // What was never loaded takes no memory.
    unload: async (model) => (await loaded)?.unload(model),
    async *generate(request, signal) {
      yield* (await engine()).generate(request, signal);
    },
  };
}

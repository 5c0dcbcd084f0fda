import type { ModelProgress } from "../contract/model-progress.ts";
import { EngineError } from "../contract/engine-error.ts";
import type { LocalEngine } from "../engine/local/local-engine.ts";
import { ENGINE_IDENTITY } from "../engine/web-llm/engine-identity.ts";
import { modelGpuRequirements } from "../engine/web-llm/model-list/gpu-requirements.ts";
import type { GpuCapabilities } from "../models/compatibility.ts";
import { createModelFiles } from "../models/model-files.ts";
import { checkGpu, requireGpu } from "./check-gpu.ts";
import type { FindModel } from "./find-model.ts";

export interface LazyEngineOptions {
  readonly findModel: FindModel;
  /** Base of relative paths of model files. */
  readonly scope: URL;
  readonly onProgress: (progress: ModelProgress) => void;
  /** Called for every request: a GPU may be lost, and come back. */
  readonly describeGpu: () => Promise<GpuCapabilities | null>;
  /** For tests: imports the engine's code. */
  readonly importEngine?: () => Promise<EngineCode>;
}

type EngineCode = Pick<typeof import("../engine/web-llm/web-llm-engine.ts"), "createWebLlmEngine">;

/** The web-llm engine, whose 6.8 MB of code are imported at the first use, where there is a GPU for it. */
export function createLazyEngine({
  importEngine = () => import("../engine/web-llm/web-llm-engine.ts"),
  describeGpu,
  ...options
}: LazyEngineOptions): LocalEngine {
  let loaded: Promise<LocalEngine> | undefined;

  async function loadEngine(): Promise<LocalEngine> {
    try {
      const { createWebLlmEngine } = await importEngine();
      return createWebLlmEngine({
        ...options,
        files: createModelFiles({ scope: options.scope }),
        checkGpu: async (model) => checkGpu(model.id, modelGpuRequirements(model), await describeGpu()),
      });
    } catch (error) {
      loaded = undefined;
      throw importFailure(error);
    }
  }

  async function engine(): Promise<LocalEngine> {
    // Once its code is loaded the engine checks the GPU itself, and finding an adapter twice takes time.
    if (loaded === undefined) requireGpu(await describeGpu());
    loaded ??= loadEngine();
    return loaded;
  }

  return {
    identity: ENGINE_IDENTITY,
    load: async (model) => (await engine()).load(model),
    // An engine whose code was never loaded holds no memory.
    unload: async (model) => (await loaded?.catch(() => undefined))?.unload(model),
    async *generate(request, signal) {
      try {
        yield* (await engine()).generate(request, signal);
      } catch (error) {
        // The caller gets our message only: its cause goes to the console.
        if (error instanceof EngineError && error.cause !== undefined) console.error(error);
        throw error;
      }
    },
  };
}

/** In all browsers `import()` rejects with a TypeError where the file cannot be fetched. */
function importFailure(cause: unknown): EngineError {
  return cause instanceof TypeError
    ? new EngineError("unavailable", "The engine's code could not be fetched. Try again.", undefined, {
        cause,
      })
    : new EngineError("unsupported", "This browser cannot run the engine: use a newer one.", undefined, {
        cause,
      });
}

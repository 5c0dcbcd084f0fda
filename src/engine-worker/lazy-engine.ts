import { ENGINE_IDENTITY } from "../engine/web-llm/identity.ts";
import type { LocalEngine } from "../engine/local-engine.ts";
import type { ModelProgress } from "../contract/model-progress.ts";
import { EngineError } from "../contract/engine-error.ts";
import type { Model } from "../config/model.ts";
import { modelGpuRequirements } from "../engine/web-llm/model-list/gpu-requirements.ts";
import type { GpuCapabilities } from "../models/compatibility.ts";
import { createModelFiles } from "../models/model-files.ts";
import { checkGpu, requireGpu } from "./check-gpu.ts";

export interface EngineOptions {
  readonly findModel: (id: string) => Promise<Model | undefined>;
  /** What relative paths of model files are relative to. */
  readonly scope: URL;
  readonly onProgress: (progress: ModelProgress) => void;
  /** Looked at for every request: a GPU may be lost, and come back. */
  readonly describeGpu: () => Promise<GpuCapabilities | null>;
  /** For tests: what fetches the engine's code. */
  readonly importEngine?: () => Promise<EngineCode>;
}

type EngineCode = Pick<typeof import("../engine/web-llm/web-llm-engine.ts"), "createWebLlmEngine">;

/** The web-llm engine, whose 6.8 MB of code are fetched at the first use, where there is a GPU for it. */
export function lazyEngine({
  importEngine = () => import("../engine/web-llm/web-llm-engine.ts"),
  describeGpu,
  ...options
}: EngineOptions): LocalEngine {
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
      throw codeFailure(error);
    }
  }

  async function engine(): Promise<LocalEngine> {
    // Once its code is here the engine looks for itself: an adapter takes time to be found.
    if (loaded === undefined) requireGpu(await describeGpu());
    loaded ??= loadEngine();
    return loaded;
  }

  return {
    identity: ENGINE_IDENTITY,
    load: async (model) => (await engine()).load(model),
    // What was never loaded takes no memory.
    unload: async (model) => (await loaded)?.unload(model),
    async *generate(request, signal) {
      try {
        yield* (await engine()).generate(request, signal);
      } catch (error) {
        // The caller gets words of ours: what was thrown below is told here.
        if (error instanceof EngineError && error.cause !== undefined) console.error(error);
        throw error;
      }
    },
  };
}

/** An `import()` whose file does not come rejects with a TypeError in all browsers. */
function codeFailure(cause: unknown): EngineError {
  return cause instanceof TypeError
    ? new EngineError("unavailable", "The engine's code could not be fetched. Try again.", undefined, {
        cause,
      })
    : new EngineError("unsupported", "This browser cannot run the engine: use a newer one.", undefined, {
        cause,
      });
}

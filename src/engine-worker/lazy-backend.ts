import { EngineError } from "../contract/engine-error.ts";
import type { EngineBackend } from "../engine/local/engine-backend.ts";
import { modelGpuRequirements } from "../engine/web-llm/model-list/gpu-requirements.ts";
import type { GpuCapabilities } from "../models/compatibility.ts";
import { checkGpu, requireGpu } from "./check-gpu.ts";

export interface LazyBackendOptions {
  /** Called for every request: a GPU may be lost, and come back. */
  readonly describeGpu: () => Promise<GpuCapabilities | null>;
  /** For tests: imports the backend's code. */
  readonly importBackend?: () => Promise<BackendCode>;
}

type BackendCode = Pick<typeof import("../engine/web-llm/web-llm-backend.ts"), "createWebLlmBackend">;

/**
 * Returns a function that opens web-llm, whose 6.8 MB of code are imported at the first use, where there is a GPU for it.
 * It throws an `EngineError`: `unsupported` where there is no GPU, or `unavailable` where the code cannot be fetched.
 */
export function createLazyBackend({
  importBackend = () => import("../engine/web-llm/web-llm-backend.ts"),
  describeGpu,
}: LazyBackendOptions): () => Promise<EngineBackend> {
  let loaded: Promise<EngineBackend> | undefined;

  async function loadBackend(): Promise<EngineBackend> {
    try {
      const { createWebLlmBackend } = await importBackend();
      return createWebLlmBackend({
        checkGpu: async (model) => checkGpu(model.id, modelGpuRequirements(model), await describeGpu()),
      });
    } catch (error) {
      loaded = undefined;
      throw importFailure(error);
    }
  }

  return async () => {
    // Once its code is loaded the backend checks the GPU for each model, and finding an adapter twice takes time.
    if (loaded === undefined) requireGpu(await describeGpu());
    loaded ??= loadBackend();
    return loaded;
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

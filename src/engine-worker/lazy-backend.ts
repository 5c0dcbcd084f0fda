import { EngineError } from "../contract/engine-error.ts";
import type { EngineBackend } from "../engine/local/engine-backend.ts";

/**
 * Returns a function that opens a backend, whose code is large and imported at the first use.
 * It throws an `EngineError`: `unavailable` where the code cannot be fetched, `unsupported` where this browser cannot run it.
 */
export function createLazyBackend(importBackend: () => Promise<EngineBackend>): () => Promise<EngineBackend> {
  let loaded: Promise<EngineBackend> | undefined;

  async function load(): Promise<EngineBackend> {
    try {
      return await importBackend();
    } catch (error) {
      loaded = undefined;
      throw importFailure(error);
    }
  }

  return () => (loaded ??= load());
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

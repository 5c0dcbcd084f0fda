import { EngineError } from "../contract/engine-error.ts";
import type { LocalEngine } from "../engine/local/local-engine.ts";

/** Logs the cause of a failed reply to the console: the caller gets our message only. */
export function logCauses(engine: LocalEngine): LocalEngine {
  return {
    ...engine,
    async *generate(request, signal) {
      try {
        yield* engine.generate(request, signal);
      } catch (error) {
        if (error instanceof EngineError && error.cause !== undefined) console.error(error);
        throw error;
      }
    },
  };
}

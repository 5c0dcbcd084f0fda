import type { LocalEngine } from "../engine/local/local-engine.ts";
import type { EngineChooser } from "./engine-chooser.ts";

/**
 * Repeats a load, and a request that has no text yet, with the next engine where one does not start. The request is
 * admitted once: its `started` names the engine that runs in the end.
 */
export function withFallback(
  engine: LocalEngine,
  { failedStarts, hasAlternative }: Pick<EngineChooser, "failedStarts" | "hasAlternative">,
): LocalEngine {
  const hasFallenOut = (model: string, before: number) =>
    failedStarts(model) > before && hasAlternative(model);

  return {
    ...engine,
    async load(model) {
      for (;;) {
        const before = failedStarts(model);
        try {
          return await engine.load(model);
        } catch (error) {
          if (!hasFallenOut(model, before)) throw error;
        }
      }
    },
    async *generate(request, signal) {
      let isAdmitted = false;
      for (;;) {
        const before = failedStarts(request.model);
        try {
          for await (const part of engine.generate(request, signal)) {
            if (part.type !== "admitted") yield part;
            else if (!isAdmitted) {
              isAdmitted = true;
              yield part;
            }
          }
          return;
        } catch (error) {
          if (signal.aborted || !hasFallenOut(request.model, before)) throw error;
        }
      }
    },
  };
}

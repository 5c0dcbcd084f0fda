import type { ModelProgress } from "../contract/model-progress.ts";
import type { LocalEngine } from "../engine/local/local-engine.ts";
import { Emitter } from "../util/emitter.ts";

/** An engine that tells which model is in memory. */
export interface MonitoredEngine extends LocalEngine {
  /** Progress of the model that is loaded or being loaded; null where there is none. */
  model(): ModelProgress | null;
  /** `state`: a model has reached another state. `progress`: anything else has changed. */
  observe(observer: (change: "state" | "progress") => void): () => void;
}

/** @param openEngine makes the engine, which reports its progress to `onProgress` */
export function monitorEngine(
  openEngine: (onProgress: (progress: ModelProgress) => void) => LocalEngine,
): MonitoredEngine {
  const changes = new Emitter<"state" | "progress">();
  let model: ModelProgress | null = null;
  const engine = openEngine((progress) => {
    const isNewState = model?.state !== progress.state;
    model = progress;
    changes.emit(isNewState ? "state" : "progress");
  });
  return {
    ...engine,
    model: () => model,
    observe: changes.observe,
    async unload(id) {
      await engine.unload(id);
      if (model?.id === id) model = null;
      changes.emit("progress");
    },
  };
}

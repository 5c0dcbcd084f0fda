import type { EngineError } from "../contract/engine-error.ts";
import type { EngineBackend } from "../engine/local/engine-backend.ts";
import { loadFailure } from "../engine/local/engine-failure.ts";

/** Called with the id of the model. */
export interface StartObserver {
  /** The model's weights are about to be loaded. */
  onStart(model: string): void;
  /** Not called where the same engine may start at the next attempt: files or code could not be fetched. */
  onFailure(model: string, failure: EngineError): void;
}

/** A backend that tells when it starts to run a model, and when it cannot. */
export function observeStarts(backend: EngineBackend, observer: StartObserver): EngineBackend {
  async function observe<Result>(model: string, step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      const failure = loadFailure(backend.failures, model, error);
      if (failure.code === "unsupported" || failure.code === "failed") observer.onFailure(model, failure);
      throw error;
    }
  }

  return {
    get identity() {
      return backend.identity;
    },
    failures: backend.failures,
    grammarDialect: backend.grammarDialect,
    files: (model) => backend.files(model),
    checkDevice: (model) => observe(model.id, () => backend.checkDevice(model)),
    async prepare(model, files) {
      const prepared = await observe(model.id, () => backend.prepare(model, files));
      return {
        ...prepared,
        loadRuntime: (onProgress) =>
          observe(model.id, () => {
            observer.onStart(model.id);
            return prepared.loadRuntime(onProgress);
          }),
      };
    },
  };
}

import type { Model } from "../../contract/model.ts";
import type { ModelFiles } from "../../models/model-files.ts";
import type { EngineBackend, PreparedModel } from "./engine-backend.ts";
import { loadFailure } from "./engine-failure.ts";
import { ModelCache } from "./model-cache.ts";

/** Each model is prepared once for each backend. */
export interface PreparedModels {
  /** Installs the model's small files if necessary. @throws {EngineError} */
  get(model: Model, backend: EngineBackend): Promise<PreparedModel>;
  /** Forgets a model whose files may change. */
  delete(id: string): void;
}

export function createPreparedModels(files: Pick<ModelFiles, "ensure" | "read" | "open">): PreparedModels {
  const prepared = new ModelCache<PreparedModel>();

  async function prepare(model: Model, backend: EngineBackend): Promise<PreparedModel> {
    await files.ensure(`${model.id}/prompt`, backend.files(model).prompt);
    return backend.prepare(model, files);
  }

  return {
    async get(model, backend) {
      try {
        return await prepared.getOrStart(model.id, backend, () => prepare(model, backend));
      } catch (error) {
        throw loadFailure(backend.failures, model.id, error);
      }
    },
    delete: (id) => prepared.deleteAllOf(id),
  };
}

/** `GET /models` and `GET /models/{id}`. */
import type { Model } from "../contract/model.ts";
import type { EngineIdentity } from "../contract/engine-identity.ts";
import { ApiError, quote } from "../openai/error.ts";
import {
  FREE_PRICING,
  modelList,
  SUPPORTED_PARAMETERS,
  type ModelObject,
  type ModelState,
} from "../openai/models.ts";

/** A model that is in memory, or being loaded. */
export interface LoadedModel {
  readonly state: Exclude<ModelState, "installed">;
  readonly engine: EngineIdentity;
}

export type LoadedModelsById = ReadonlyMap<string, LoadedModel>;

export type ModelsById = ReadonlyMap<string, Model>;

/** The response to `GET /models`. A model that is not loaded is `installed`. */
export function modelListResponse(models: ModelsById, loaded: LoadedModelsById): Response {
  const listed = Array.from(models.values(), (model) => describeModel(model, loaded.get(model.id)));
  return Response.json(modelList(listed));
}

/** @throws {ApiError} 404 if the model is not listed */
export function modelResponse(models: ModelsById, loaded: LoadedModelsById, id: string): Response {
  const model = models.get(id);
  if (model === undefined) {
    throw new ApiError(404, `The model ${quote(id)} does not exist: GET /models lists the models that do.`, {
      param: "model",
      code: "model_not_found",
    });
  }
  return Response.json(describeModel(model, loaded.get(id)));
}

function describeModel(model: Model, loaded: LoadedModel | undefined): ModelObject {
  return {
    id: model.id,
    object: "model",
    created: model.created,
    owned_by: model.owned_by,
    name: model.name,
    description: model.description,
    context_length: model.context_length,
    architecture: { input_modalities: model.input_modalities, output_modalities: ["text"] },
    pricing: FREE_PRICING,
    supported_parameters: SUPPORTED_PARAMETERS,
    top_provider: {
      context_length: model.context_length,
      max_completion_tokens: model.max_completion_tokens,
    },
    engines: Object.keys(model.engines),
    engine: loaded?.engine ?? null,
    download_bytes: downloadBytes(model),
    memory_bytes: model.memory_bytes,
    license: model.license,
    state: loaded?.state ?? "installed",
  };
}

/** Size of the files of the model's first engine, the preferred one. */
function downloadBytes({ engines }: Model): number {
  const [first] = Object.values(engines);
  if (first === undefined) return 0;
  const library = "library" in first ? [first.library] : [];
  return [...library, ...first.files].reduce((sum, { bytes }) => sum + bytes, 0);
}

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

/** The state of the worker that runs the engines. */
export interface HostedModels {
  /** By the model's id. */
  readonly loaded: ReadonlyMap<string, LoadedModel>;
  /** Name of the engine in use, or else of the one that would run the default model. Undefined where it is not known. */
  readonly engine: string | undefined;
}

export type ModelsById = ReadonlyMap<string, Model>;

/** The response to `GET /models`. A model that is not loaded is `installed`. */
export function modelListResponse(models: ModelsById, hosted: HostedModels): Response {
  const listed = Array.from(models.values(), (model) => describeModel(model, hosted));
  return Response.json(modelList(listed));
}

/** @throws {ApiError} 404 if the model is not listed */
export function modelResponse(models: ModelsById, hosted: HostedModels, id: string): Response {
  const model = models.get(id);
  if (model === undefined) {
    throw new ApiError(404, `The model ${quote(id)} does not exist: GET /models lists the models that do.`, {
      param: "model",
      code: "model_not_found",
    });
  }
  return Response.json(describeModel(model, hosted));
}

function describeModel(model: Model, hosted: HostedModels): ModelObject {
  const loaded = hosted.loaded.get(model.id);
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
    ...sizes(model, loaded?.engine.name ?? hosted.engine),
    license: model.license,
    state: loaded?.state ?? "installed",
  };
}

/** Sizes for the engine of that name; where the model has no files for it, for the model's first engine. */
function sizes(
  { engines, memory_bytes }: Model,
  name: string | undefined,
): Pick<ModelObject, "download_bytes" | "memory_bytes"> {
  const all = Object.entries(engines);
  const [, engine] = all.find(([one]) => one === name) ?? all[0] ?? [];
  if (engine === undefined) return { download_bytes: 0, memory_bytes };
  const library = "library" in engine ? [engine.library] : [];
  return {
    download_bytes: [...library, ...engine.files].reduce((sum, { bytes }) => sum + bytes, 0),
    memory_bytes: ("memory_bytes" in engine ? engine.memory_bytes : undefined) ?? memory_bytes,
  };
}

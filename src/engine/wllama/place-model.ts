/** The places of a model's GGUF files in Cache Storage. */
import type { Model, ModelFile } from "../../contract/model.ts";
import { type CachedFile, type CacheLocation, modelFolder } from "../../models/cached-file.ts";
import { ModelError } from "../../models/model-error.ts";
import { scopedName } from "../../scope/scoped-name.ts";
import type { BackendFiles } from "../local/engine-backend.ts";

export const GGUF_CACHE = scopedName("insitu/gguf");

/** The parts of one GGUF file, in order. */
export type PlacedFile = readonly [header: CachedFile, ...rest: CachedFile[]];

export interface PlacedFiles {
  readonly model: PlacedFile;
  /** Undefined for a model that takes no images here. */
  readonly projector: PlacedFile | undefined;
}

/** @throws {ModelError} `failed` where the model has no GGUF */
export function placeFiles({ id, engines: { wllama } }: Model): PlacedFiles {
  const place = (parts: readonly ModelFile[]): PlacedFile | undefined => {
    const [header, ...rest] = parts.map((part): CachedFile => placePart(id, wllama?.base ?? "", part));
    return header && [header, ...rest];
  };
  const model = place(wllama?.files ?? []);
  if (model === undefined) {
    throw new ModelError("failed", `The catalogue entry of the model '${id}' names no GGUF file.`);
  }
  return { model, projector: place(wllama?.projector ?? []) };
}

/**
 * The first part of a file has its header. The model's has the vocabulary and the template, and the projector's says how
 * many tokens an image takes: enough to build prompts. A GGUF of one part has no others.
 *
 * @throws {ModelError} `failed` where the model has no GGUF
 */
export function placeModel(model: Model): BackendFiles {
  const placed = placeFiles(model);
  const files = [placed.model, placed.projector].filter((file) => file !== undefined);
  return {
    prompt: files.map(([header]) => header),
    weights: files.flatMap(([, ...rest]) => rest),
  };
}

/** Places one part, which works for a model whose other parts are not known yet. */
export function placePart<Part extends Pick<ModelFile, "path" | "url">>(
  id: string,
  base: string,
  part: Part,
): Part & CacheLocation {
  return {
    ...part,
    source: part.url ?? base + part.path,
    cacheName: GGUF_CACHE,
    key: `${modelFolder(id)}gguf/${part.path}`,
  };
}

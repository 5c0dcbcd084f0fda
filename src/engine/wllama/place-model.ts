/** The place of a model's GGUF in Cache Storage. */
import type { Model, ModelFile } from "../../contract/model.ts";
import { type CachedFile, type CacheLocation, modelFolder } from "../../models/cached-file.ts";
import { ModelError } from "../../models/model-error.ts";
import { scopedName } from "../../scope/scoped-name.ts";
import type { BackendFiles } from "../local/engine-backend.ts";

export const GGUF_CACHE = scopedName("insitu/gguf");

/**
 * The first part has the file's header, with the vocabulary and the template: enough to build prompts. A GGUF of one part
 * has no others.
 *
 * @throws {ModelError} `failed` where the model has no GGUF
 */
export function placeModel({ id, engines: { wllama } }: Model): BackendFiles {
  const [header, ...weights] = (wllama?.files ?? []).map((file): CachedFile =>
    placePart(id, wllama?.base ?? "", file),
  );
  if (header === undefined) {
    throw new ModelError("failed", `The catalogue entry of the model '${id}' names no GGUF file.`);
  }
  return { prompt: [header], weights };
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

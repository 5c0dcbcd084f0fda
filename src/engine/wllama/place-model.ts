/** The place of a model's GGUF in Cache Storage. */
import type { Model } from "../../contract/model.ts";
import { type CachedFile, modelFolder } from "../../models/cached-file.ts";
import { ModelError } from "../../models/model-error.ts";
import { scopedName } from "../../scope/scoped-name.ts";
import type { BackendFiles } from "../local/engine-backend.ts";

const GGUF_CACHE = scopedName("insitu/gguf");

/**
 * The first part has the file's header, with the vocabulary and the template: enough to build prompts. A GGUF of one part
 * has no others.
 *
 * @throws {ModelError} `failed` where the model has no GGUF
 */
export function placeModel({ id, engines: { wllama } }: Model): BackendFiles {
  const [header, ...weights] = (wllama?.files ?? []).map((file): CachedFile => ({
    ...file,
    source: file.url ?? `${wllama?.base}${file.path}`,
    cacheName: GGUF_CACHE,
    key: `${modelFolder(id)}gguf/${file.path}`,
  }));
  if (header === undefined) {
    throw new ModelError("failed", `The catalogue entry of the model '${id}' names no GGUF file.`);
  }
  return { prompt: [header], weights };
}

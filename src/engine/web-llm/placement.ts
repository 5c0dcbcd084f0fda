/**
 * The place of a model's files in Cache Storage: web-llm's own caches, under the URLs that it looks up. There is one copy
 * of the weights, and web-llm never asks the network.
 */
import type { Model, ModelFile } from "../../contract/model.ts";
import {
  type CachedFile,
  type CacheLocation,
  type FileGroup,
  modelFolder,
  totalSize,
} from "../../models/cached-file.ts";
import { ModelError } from "../../models/model-error.ts";

const CONFIG = "mlc-chat-config.json";
const TOKENIZER = "tokenizer.json";
export const MANIFEST = "mlc-model-manifest.json";

/** The caches that web-llm 0.2.86 opens. */
export const CONFIG_CACHE = "webllm/config";
export const MODEL_CACHE = "webllm/model";

export interface PlacedModel {
  /** The model's address for web-llm. */
  readonly url: string;
  /** Small files, which rendering and counting prompts requires. */
  readonly config: CachedFile;
  readonly tokenizer: CachedFile;
  /** The package manifest, where the model takes images. */
  readonly manifest?: CachedFile;
  /** The large files: the library, and the list of tensors with the weights. */
  readonly library: CachedFile;
  readonly weights: readonly CachedFile[];
  /** Settings of `mlc-chat-config.json` that the model's entry changes. */
  readonly overrides: Readonly<Record<string, number>>;
  /** WebGPU features without which web-llm must not load it. */
  readonly requiredFeatures: readonly string[];
}

/** @throws {ModelError} `failed` where the model's entry lacks a file */
export function placeModel({ id, engines: { "web-llm": entry } }: Model): PlacedModel {
  if (entry === undefined) throw incomplete(id, "web-llm files");
  const place = (file: ModelFile): CachedFile => placeFile(id, entry.base, file);
  const find = (name: string) => entry.files.find(({ path }) => baseName(path) === name);
  const require = (name: string) => {
    const file = find(name);
    if (file === undefined) throw incomplete(id, name);
    return file;
  };
  const config = require(CONFIG);
  const tokenizer = require(TOKENIZER);
  const manifest = find(MANIFEST);
  return {
    url: `${modelFolder(id)}resolve/main/`,
    config: place(config),
    tokenizer: place(tokenizer),
    ...(manifest && { manifest: place(manifest) }),
    library: place(entry.library),
    weights: entry.files
      .filter((file) => file !== config && file !== tokenizer && file !== manifest)
      .map(place),
    overrides: entry.overrides ?? {},
    requiredFeatures: entry.required_features ?? [],
  };
}

/**
 * The files in the groups that the loader ensures, under the same locks as an install.
 *
 * @throws {ModelError} `failed` where the model's entry lacks a file
 */
export function fileGroups(model: Model): readonly FileGroup[] {
  const placed = placeModel(model);
  return [
    { name: "prompt", files: promptFiles(placed) },
    { name: "weights", files: weightFiles(placed) },
  ];
}

/** Small files: enough to render and count prompts. */
export function promptFiles({ config, tokenizer, manifest }: PlacedModel): readonly CachedFile[] {
  return [config, tokenizer, ...(manifest ? [manifest] : [])];
}

/** Large files: the library, the list of tensors and the weights. */
export function weightFiles({ library, weights }: PlacedModel): readonly CachedFile[] {
  return [library, ...weights];
}

/** The size of all files of a model, in bytes; 0 where it has none for web-llm. */
export function modelSize({ engines: { "web-llm": entry } }: Model): number {
  return entry === undefined ? 0 : totalSize([entry.library, ...entry.files]);
}

/** Places one file by its name, which works for a model whose other files are not known yet. */
export function placeFile<File extends Pick<ModelFile, "path" | "url">>(
  id: string,
  base: string,
  file: File,
): File & CacheLocation {
  const name = baseName(file.path);
  // These are kept where web-llm does not look: it gets a marked tokenizer at each load, and the library as a blob.
  const isOurs = name === TOKENIZER || name.endsWith(".wasm");
  return {
    ...file,
    source: file.url ?? base + file.path,
    cacheName: name === CONFIG || name === MANIFEST ? CONFIG_CACHE : MODEL_CACHE,
    key: `${modelFolder(id)}${isOurs ? "as-installed" : "resolve/main"}/${name}`,
  };
}

/** The key under which web-llm looks up the tokenizer of the model at `url`. */
export function tokenizerKey(url: string): string {
  return url + TOKENIZER;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function incomplete(id: string, what: string): ModelError {
  return new ModelError("failed", `The catalogue entry of the model '${id}' names no ${what}.`);
}

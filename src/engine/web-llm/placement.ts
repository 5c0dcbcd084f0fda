/**
 * Where a model's files are kept: in web-llm's own caches under the URLs that it looks for, so that there is
 * one copy of the weights and web-llm never asks the network.
 */
import type { Model, ModelFile } from "../../config/model.ts";
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
  /** What web-llm takes for the model's address. */
  readonly url: string;
  /** What rendering and counting a prompt needs: small. */
  readonly config: CachedFile;
  readonly tokenizer: CachedFile;
  /** How the model takes anything but text, where it does. */
  readonly manifest?: CachedFile;
  /** Everything else: the library, the list of tensors and the weights. */
  readonly library: CachedFile;
  readonly weights: readonly CachedFile[];
  /** Settings of the model's configuration that its catalogue entry changes. */
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

/** The large rest. */
export function weightFiles({ library, weights }: PlacedModel): readonly CachedFile[] {
  return [library, ...weights];
}

/** The size of all files of a model, in bytes; 0 where it has none for web-llm. */
export function modelSize({ engines: { "web-llm": entry } }: Model): number {
  return entry === undefined ? 0 : totalSize([entry.library, ...entry.files]);
}

/** One file of a model, by its name: files of a model that is not known whole can be placed too. */
export function placeFile<File extends Pick<ModelFile, "path" | "url">>(
  id: string,
  base: string,
  file: File,
): File & CacheLocation {
  const name = baseName(file.path);
  // Not where web-llm looks: it gets a tokenizer that is made anew at every load, and the library by hand.
  const isOurs = name === TOKENIZER || name.endsWith(".wasm");
  return {
    ...file,
    source: file.url ?? base + file.path,
    cacheName: name === CONFIG || name === MANIFEST ? CONFIG_CACHE : MODEL_CACHE,
    key: `${modelFolder(id)}${isOurs ? "as-installed" : "resolve/main"}/${name}`,
  };
}

/** Where web-llm looks for the tokenizer of the model at `url`. */
export function tokenizerKey(url: string): string {
  return url + TOKENIZER;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function incomplete(id: string, what: string): ModelError {
  return new ModelError("failed", `The catalogue entry of the model '${id}' names no ${what}.`);
}

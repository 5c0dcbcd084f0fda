/**
 * Where a model's files are kept: in web-llm's own caches under the URLs that it looks for, so that there is
 * one copy of the weights and web-llm never asks the network.
 */
import { installedFolder } from "../../scope/installed-folder.ts";
import type { Model, ModelFile } from "../../config/model.ts";
import type { CacheLocation, CachedFile } from "../../models/model-files.ts";
import { EngineError } from "../../contract/engine-error.ts";

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

/** @throws {EngineError} `failed`, where the catalogue entry lacks a file */
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

/** Below it is everything that is installed of a model. */
export function modelFolder(id: string): string {
  return `${installedFolder()}${encodeURIComponent(id)}/`;
}

/** Where web-llm looks for the tokenizer of the model at `url`. */
export function tokenizerKey(url: string): string {
  return url + TOKENIZER;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function incomplete(id: string, what: string): EngineError {
  return new EngineError("failed", `The catalogue entry of the model '${id}' names no ${what}.`);
}

/**
 * Where a model's files are kept: in web-llm's own caches under the URLs that it looks for, so that there is
 * one copy of the weights and web-llm never asks the network.
 */
import { INSTALLED_ORIGIN } from "../../config/installed-origin.ts";
import type { Model, WebLlmFiles } from "../../config/schema.ts";
import type { PlacedFile } from "../../models/model-files.ts";
import { EngineError } from "../engine-error.ts";

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
  readonly config: PlacedFile;
  readonly tokenizer: PlacedFile;
  /** How the model takes anything but text, where it does. */
  readonly manifest?: PlacedFile;
  /** Everything else: the library, the list of tensors and the weights. */
  readonly library: PlacedFile;
  readonly weights: readonly PlacedFile[];
  /** What web-llm is told of the model besides. */
  readonly record: Pick<WebLlmFiles, "overrides" | "model_manifest">;
}

/** @throws {EngineError} `failed`, where the catalogue entry lacks a file */
export function placeModel({ id, engines: { "web-llm": entry } }: Model): PlacedModel {
  if (entry === undefined) throw incomplete(id, "web-llm files");
  const root = `${INSTALLED_ORIGIN}/${encodeURIComponent(id)}/`;
  const url = `${root}resolve/main/`;
  const place = (file: (typeof entry.files)[number], cacheName: string, folder: string): PlacedFile => ({
    ...file,
    source: file.url ?? entry.base + file.path,
    cacheName,
    key: folder + baseName(file.path),
  });
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
    url,
    config: place(config, CONFIG_CACHE, url),
    // Not where web-llm looks: it gets a tokenizer that is made anew at every load.
    tokenizer: place(tokenizer, MODEL_CACHE, `${root}as-installed/`),
    ...(manifest && { manifest: place(manifest, CONFIG_CACHE, url) }),
    library: place(entry.library, MODEL_CACHE, `${root}as-installed/`),
    weights: entry.files
      .filter((file) => file !== config && file !== tokenizer && file !== manifest)
      .map((file) => {
        const isManifest = baseName(file.path) === entry.model_manifest;
        return place(file, isManifest ? CONFIG_CACHE : MODEL_CACHE, url);
      }),
    record: {
      ...(entry.overrides && { overrides: entry.overrides }),
      ...(entry.model_manifest !== undefined && { model_manifest: entry.model_manifest }),
    },
  };
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

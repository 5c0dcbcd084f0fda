/** The deployment file (`insitu.config.json`): who the service is, which models it has, its limits. */
import * as z from "zod/mini";
import { isCovered } from "./hosts.ts";

const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/, "must be a SHA-256 sum in hexadecimal"));

/** A file of a model. `path` is relative to the engine's `base`. */
export const modelFileSchema = z.strictObject({
  path: z.string().check(z.regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/, "must be a relative path")),
  bytes: z.int().check(z.positive()),
  sha256: sha256Schema,
  /** Where it is, if not at `base` + `path`. */
  url: z.exactOptional(z.url()),
});

const overridesSchema = z.record(z.string(), z.number());

const webLlmFilesSchema = z.strictObject({
  /** Where the files are: a URL, or a path relative to the scope of the service worker. Ends in `/`. */
  base: z.string().check(z.endsWith("/")),
  /** The compiled model library, a wasm file. */
  library: modelFileSchema,
  /** `mlc-chat-config.json`, `tokenizer.json`, `tensor-cache.json` and the weight shards, under `resolve/main/`. */
  files: z.array(modelFileSchema).check(z.minLength(1)),
  /** Settings of `mlc-chat-config.json` that a record of web-llm's changes. */
  overrides: z.exactOptional(overridesSchema),
});

const idSchema = z.string().check(z.regex(/^[\w.:-]+$/, "must be letters, digits, '.', ':', '_' and '-'"));

const hostSchema = z
  .string()
  .check(z.regex(/^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/, "must be an origin, such as https://example.org"));

export const modelSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  owned_by: z.string(),
  /** When the model was made, as a Unix timestamp in seconds. */
  created: z.int().check(z.nonnegative()),
  /** Null where it is not known. */
  license: z.nullable(z.string()),
  /** Tokens of prompt and reply together. */
  context_length: z.int().check(z.positive()),
  /** The model's own ceiling for one reply, in tokens. */
  max_completion_tokens: z.int().check(z.positive()),
  input_modalities: z.array(z.enum(["text", "image"])),
  /** GPU memory that the loaded model takes, in bytes. */
  memory_bytes: z.int().check(z.positive()),
  engines: z.strictObject({ "web-llm": z.exactOptional(webLlmFilesSchema) }),
});

/** A model as web-llm's `prebuiltAppConfig` describes one: nobody wrote its files' sizes and sums down. */
export const webLlmRecordSchema = z.object({
  model_id: idSchema,
  /** The repository of the weights; their files are below `resolve/main/`, unless it names that itself. */
  model: z.url(),
  /** The compiled library, a wasm file. */
  model_lib: z.url(),
  model_manifest: z.exactOptional(z.string()),
  /** GPU memory, in MiB. */
  vram_required_MB: z.exactOptional(z.number()),
  low_resource_required: z.exactOptional(z.boolean()),
  buffer_size_required_bytes: z.exactOptional(z.number()),
  required_features: z.exactOptional(z.array(z.string())),
  overrides: z.exactOptional(overridesSchema),
  /** web-llm's `ModelType`: 0 or absent a language model, 1 an embedding model, 2 one that sees. */
  model_type: z.exactOptional(z.int()),
});

const catalogueSchema = z.strictObject({
  /** Whether the records of web-llm's own list can be installed. */
  web_llm_prebuilt: z.exactOptional(z.boolean()),
  /** More records of that kind. */
  web_llm_records: z.exactOptional(z.array(webLlmRecordSchema)),
  /** Models with the size and sum of every file, whose `base` is a URL of any host. */
  models: z.exactOptional(z.array(modelSchema)),
  /** Origins that models may be fetched from, for example `https://example.org` or `https://*.example.org`. */
  hosts: z.exactOptional(z.array(hostSchema)),
});

export const configSchema = z
  .strictObject({
    /** The service's own identity and rules: they stand first in every prompt. */
    identity: z.string().check(z.minLength(1)),
    default_model: z.string(),
    models: z.array(modelSchema).check(z.minLength(1)),
    /** Models that are not part of the deployment and can be installed from elsewhere. */
    catalogue: z.exactOptional(catalogueSchema),
    limits: z.strictObject({
      /** Defaults of a workspace; each of its keys gets them. */
      requests_per_minute: z.int().check(z.positive()),
      tokens_per_minute: z.int().check(z.positive()),
      /** False: what a key has spent stays spent, which makes limits countable in tests. True where absent. */
      refill: z.exactOptional(z.boolean()),
      /** Requests that may wait for the engine, over all callers. */
      queue_length: z.int().check(z.positive()),
      body_bytes: z.int().check(z.positive()),
    }),
    images: z.strictObject({
      /** Hosts besides our own origin from which an image may be fetched. */
      allowed_hosts: z.array(z.string()),
    }),
  })
  .check(
    z.refine((config) => config.models.some(({ id }) => id === config.default_model), {
      path: ["default_model"],
      error: "must be the id of one of the models",
    }),
    z.refine(hasDistinctIds, { path: ["catalogue"], error: "must not use the id of another model again" }),
    z.refine(coversItsModels, {
      path: ["catalogue", "hosts"],
      error: "must list the origin of every model of the catalogue",
    }),
  );

interface Listed {
  readonly models: readonly Model[];
  readonly catalogue?: Catalogue;
}

function hasDistinctIds({ models, catalogue }: Listed): boolean {
  const ids = [
    ...[...models, ...(catalogue?.models ?? [])].map(({ id }) => id),
    ...(catalogue?.web_llm_records ?? []).map(({ model_id }) => model_id),
  ];
  return new Set(ids).size === ids.length;
}

/** The content security policy is made from the hosts: a model of another one could not be fetched. */
function coversItsModels({
  catalogue: { models = [], web_llm_records = [], hosts = [] } = {},
}: Listed): boolean {
  const urls = [
    ...models.map(({ engines }) => engines["web-llm"]?.base ?? ""),
    ...web_llm_records.flatMap(({ model, model_lib }) => [model, model_lib]),
  ];
  return urls.every((url) => URL.canParse(url) && isCovered(new URL(url), hosts));
}

export type ModelFile = z.infer<typeof modelFileSchema>;
export type Model = z.infer<typeof modelSchema>;
export type WebLlmRecord = z.infer<typeof webLlmRecordSchema>;
export type Catalogue = z.infer<typeof catalogueSchema>;
export type Config = z.infer<typeof configSchema>;

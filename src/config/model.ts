/** A model, its files, and a record of web-llm's list: what the deployment file names and the store keeps. */
import * as z from "zod/mini";

// Patterns rather than zod's own kinds: each kind weighs on the public entry, which shares zod with the app.
const urlSchema = z.string().check(z.regex(/^https?:\/\/[^\s/]/, "must be an absolute http or https URL"));
const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/, "must be a SHA-256 sum in hexadecimal"));

/** A file of a model. `path` is relative to the engine's `base`. */
export const modelFileSchema = z.strictObject({
  path: z.string().check(z.regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/, "must be a relative path")),
  bytes: z.int().check(z.positive()),
  sha256: sha256Schema,
  /** Where it is, if not at `base` + `path`. */
  url: z.exactOptional(urlSchema),
});

const overridesSchema = z.catchall(z.object({}), z.number());

const webLlmFilesSchema = z.strictObject({
  /** Where the files are: a URL, or a path relative to the scope of the service worker. Ends in `/`. */
  base: z.string().check(z.regex(/\/$/, "must end in /")),
  /** The compiled model library, a wasm file. */
  library: modelFileSchema,
  /** `mlc-chat-config.json`, `tokenizer.json`, `tensor-cache.json` and the weight shards, under `resolve/main/`. */
  files: z.array(modelFileSchema).check(z.minLength(1)),
  /** Settings of `mlc-chat-config.json` that a record of web-llm's changes. */
  overrides: z.exactOptional(overridesSchema),
  /** WebGPU features that the library's kernels use, such as `shader-f16`. Where absent, the model's name tells. */
  required_features: z.exactOptional(z.array(z.string())),
});

const idSchema = z.string().check(z.regex(/^[\w.:-]+$/, "must be letters, digits, '.', ':', '_' and '-'"));

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
  model: urlSchema,
  /** The compiled library, a wasm file. */
  model_lib: urlSchema,
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

export type ModelFile = z.infer<typeof modelFileSchema>;
export type Model = z.infer<typeof modelSchema>;
export type WebLlmRecord = z.infer<typeof webLlmRecordSchema>;

/** Models and their files, as the deployment file lists them and the store keeps them; records of web-llm's list. */
import * as z from "zod/mini";

// Regular expressions rather than zod's string formats, which would add to the size of the public entry: it shares
// zod with the app.
const urlSchema = z.string().check(z.regex(/^https?:\/\/[^\s/]/, "must be an absolute http or https URL"));
const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/, "must be a hexadecimal SHA-256"));

/** A file of a model. `path` is relative to the engine's `base`. */
export const modelFileSchema = z.strictObject({
  path: z.string().check(z.regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/, "must be a relative path")),
  bytes: z.int().check(z.positive()),
  sha256: sha256Schema,
  /** The file's URL, if it is not `base` + `path`. */
  url: z.exactOptional(urlSchema),
  /** If it is a part of a larger file: its first byte there. */
  offset: z.exactOptional(z.int().check(z.nonnegative())),
});

const overridesSchema = z.catchall(z.object({}), z.number());

const webLlmFilesSchema = z.strictObject({
  /** The folder of the files: a URL, or a path relative to the service worker's scope. Ends in `/`. */
  base: z.string().check(z.regex(/\/$/, "must end in /")),
  /** The compiled model library, a wasm file. */
  library: modelFileSchema,
  /** `mlc-chat-config.json`, `tokenizer.json`, `tensor-cache.json` and the weight shards, under `resolve/main/`. */
  files: z.array(modelFileSchema).check(z.minLength(1)),
  /** Settings that replace those of `mlc-chat-config.json`, from a web-llm record. */
  overrides: z.exactOptional(overridesSchema),
  /**
   * WebGPU features that the library's kernels use, such as `shader-f16`. If absent, they
   * are inferred from the model's name.
   */
  required_features: z.exactOptional(z.array(z.string())),
});

const wllamaFilesSchema = z.strictObject({
  /** The folder of the files: a URL, or a path relative to the service worker's scope. Ends in `/`. */
  base: z.string().check(z.regex(/\/$/, "must end in /")),
  /** The GGUF file in parts, in order; usually one. Some static hosts limit the size of a file. */
  files: z.array(modelFileSchema).check(z.minLength(1)),
  /** Memory that the loaded model takes on the CPU, in bytes, if it is not the model's `memory_bytes`. */
  memory_bytes: z.exactOptional(z.int().check(z.positive())),
  /**
   * The GGUF file of the projector (llama.cpp's `--mmproj`) in parts, in order. Without one, a model takes no images on
   * this engine.
   */
  projector: z.exactOptional(z.array(modelFileSchema).check(z.minLength(1))),
});

const idSchema = z.string().check(z.regex(/^[\w.:-]+$/, "must be letters, digits, '.', ':', '_' and '-'"));

export const modelSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  owned_by: z.string(),
  /** Time of the model's release, as a Unix timestamp in seconds. */
  created: z.int().check(z.nonnegative()),
  /** Null if unknown. */
  license: z.nullable(z.string()),
  /** Tokens of prompt and reply together. */
  context_length: z.int().check(z.positive()),
  /** Maximum length of one reply, in tokens. */
  max_completion_tokens: z.int().check(z.positive()),
  input_modalities: z.array(z.enum(["text", "image"])),
  /** Memory that the loaded model takes, in bytes: the GPU's, if the engine runs it there. */
  memory_bytes: z.int().check(z.positive()),
  engines: z.strictObject({
    "web-llm": z.exactOptional(webLlmFilesSchema),
    wllama: z.exactOptional(wllamaFilesSchema),
  }),
});

/** A model as web-llm's `prebuiltAppConfig` describes it: without the sizes and checksums of its files. */
export const webLlmRecordSchema = z.object({
  model_id: idSchema,
  /** URL of the weights' repository. The files are below `resolve/main/`, which the URL may already contain. */
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
  /** web-llm's `ModelType`: 0 or absent for a language model, 1 for embeddings, 2 for a vision-language model. */
  model_type: z.exactOptional(z.int()),
});

export type ModelFile = z.infer<typeof modelFileSchema>;
export type Model = z.infer<typeof modelSchema>;
export type WebLlmRecord = z.infer<typeof webLlmRecordSchema>;

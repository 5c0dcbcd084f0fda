/**
 * Installs the model of a record of web-llm's list: downloads its configuration first, which names the other files,
 * then checks the quota, then downloads the library and the weights.
 */
import * as z from "zod/mini";
import { type Model, type ModelFile, modelFileSchema, type WebLlmRecord } from "../../../contract/model.ts";
import { totalSize } from "../../../models/cached-file.ts";
import type { ListedFiles } from "../../../models/engine-models.ts";
import { ModelError } from "../../../models/model-error.ts";
import { placeFile } from "../placement.ts";
import { requiredFeatures } from "./gpu-requirements.ts";
import { baseOf, summarise } from "./record-summary.ts";

const { path: pathSchema } = modelFileSchema.shape;

const chatConfigSchema = z.object({
  context_window_size: z.optional(z.int()),
  tokenizer_files: z.array(z.string()),
});

const tensorCacheSchema = z.object({
  records: z
    .array(
      z.object({
        dataPath: pathSchema,
        nbytes: z.int().check(z.positive()),
        md5sum: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
      }),
    )
    .check(z.minLength(1)),
});

type Shard = z.infer<typeof tensorCacheSchema>["records"][number];

const CHAT_CONFIG = "mlc-chat-config.json";
const TENSOR_CACHE = "tensor-cache.json";
const TOKENIZER = "tokenizer.json";

/** @throws {ModelError} where a file cannot be downloaded, or web-llm cannot read it */
export async function installRecord(
  record: WebLlmRecord,
  listedFiles: ListedFiles,
): Promise<Omit<Model, "created">> {
  const summary = summarise(record);
  const base = baseOf(record);
  const download = createDownload(record.model_id, base, listedFiles);

  const chatConfig = await download.json(CHAT_CONFIG, chatConfigSchema);
  const contextLength = checkChatConfig(record.model_id, chatConfig, summary.contextLength);
  const { records: shards } = await download.json(TENSOR_CACHE, tensorCacheSchema);
  await download.file(TOKENIZER);
  if (record.model_manifest !== undefined) await download.file(record.model_manifest);

  const weights = shards.map(({ dataPath, nbytes }) => ({ path: dataPath, bytes: nbytes }));
  await listedFiles.checkQuota(weights);
  const library = await download.library(record.model_lib);
  const totalBytes = totalSize([...download.files, library, ...weights]);
  listedFiles.setTotalBytes(totalBytes);
  for (const shard of shards) await download.shard(shard);

  const features = requiredFeatures(record);
  return {
    id: record.model_id,
    name: summary.name,
    description: summary.description,
    owned_by: summary.ownedBy,
    license: summary.license,
    context_length: contextLength,
    max_completion_tokens: contextLength,
    input_modalities: [...summary.inputModalities],
    memory_bytes: summary.memoryBytes ?? totalBytes,
    engines: {
      "web-llm": {
        base,
        library,
        files: [...download.files],
        ...(record.overrides && { overrides: record.overrides }),
        ...(features.length > 0 && { required_features: [...features] }),
      },
    },
  };
}

interface Download {
  /** The files downloaded so far, without the library. */
  readonly files: readonly ModelFile[];
  file(path: string): Promise<void>;
  json<T>(path: string, schema: z.ZodMiniType<T>): Promise<T>;
  shard(shard: Shard): Promise<void>;
  library(url: string): Promise<ModelFile>;
}

function createDownload(id: string, base: string, { obtain, read }: ListedFiles): Download {
  const files: ModelFile[] = [];
  const place = (path: string) => placeFile(id, base, { path });

  async function file(path: string): Promise<void> {
    files.push(await obtain({ ...place(path), bytes: null, md5: null }));
  }

  return {
    files,
    file,
    async json(path, schema) {
      await file(path);
      const text = new TextDecoder().decode(await read(place(path)));
      try {
        return z.parse(schema, JSON.parse(text));
      } catch (error) {
        const message = `The model file ${base}${path} is not what web-llm reads: the model cannot be installed.`;
        throw new ModelError("failed", message, { cause: error });
      }
    },
    async shard({ dataPath, nbytes, md5sum = null }) {
      files.push(await obtain({ ...place(dataPath), bytes: nbytes, md5: md5sum }));
    },
    async library(url) {
      const path = new URL(url).pathname.replace(/^.*\//, "");
      return obtain({ ...placeFile(id, base, { path, url }), bytes: null, md5: null });
    },
  };
}

/** @returns the length of the model's context in tokens */
function checkChatConfig(
  id: string,
  { tokenizer_files, context_window_size }: z.infer<typeof chatConfigSchema>,
  listedLength: number | null,
): number {
  if (!tokenizer_files.includes(TOKENIZER)) {
    throw new ModelError("failed", `The model '${id}' has no ${TOKENIZER}: it cannot be used here.`);
  }
  const contextLength = listedLength ?? context_window_size ?? 0;
  if (contextLength > 0) return contextLength;
  throw new ModelError(
    "failed",
    `The model '${id}' does not state its context length: it cannot be used here.`,
  );
}

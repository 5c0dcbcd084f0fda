/**
 * Installs a model that is described by a record of web-llm's. Nobody wrote its files' sums down, so they are found
 * out: what is installed here is a model with the size and SHA-256 sum of every file, like any other of the catalogue.
 */
import * as z from "zod/mini";
import { type Model, type ModelFile, modelFileSchema, type WebLlmRecord } from "../config/model.ts";
import { EngineError } from "../contract/engine-error.ts";
import type { ModelFiles, CacheLocation, UnsummedFile } from "./model-files.ts";
import { recordRequirements, summarise } from "./record.ts";

/** Where a file of a model is kept, by its path. */
export type PlaceFile = <File extends Named>(id: string, base: string, file: File) => File & CacheLocation;

export interface RecordProgress {
  readonly loadedBytes: number;
  /** Null until the list of files is there. */
  readonly totalBytes: number | null;
  readonly problem: string | null;
}

export interface RecordInstallOptions {
  readonly record: WebLlmRecord;
  /** Files that an earlier try has installed, and the total that it found, or null. */
  readonly known: readonly ModelFile[];
  readonly totalBytes: number | null;
  readonly files: Pick<ModelFiles, "fetchUnsummed" | "isInstalled" | "read">;
  readonly place: PlaceFile;
  /** @throws {EngineError} where there is no room for that many bytes more */
  readonly checkRoom: (bytes: number, largestFile: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RecordProgress) => void;
  /** Called with all files that are there, whenever there is one more. */
  readonly onFile: (files: readonly ModelFile[]) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

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

type Named = Pick<ModelFile, "path" | "url">;
type Expected = Pick<UnsummedFile, "bytes" | "md5">;

const UNKNOWN: Expected = { bytes: null, md5: null };
const TOKENIZER = "tokenizer.json";

/** @throws {EngineError} where a file cannot be had or is not what web-llm reads */
export async function installRecord(options: RecordInstallOptions): Promise<Model> {
  const { record, files, place, checkRoom, signal, onProgress, onFile, now } = options;
  const { model_id: id, model_lib } = record;
  const summary = summarise(record);
  /** Files that are there, those of an earlier try among them, and those that this try has come to. */
  const known = new Map(options.known.map((file) => [file.path, file]));
  const installed: ModelFile[] = [];
  let { totalBytes } = options;

  const report = (received: number, problem: string | null) => {
    const loadedBytes = [...known.values()].reduce((sum, { bytes }) => sum + bytes, received);
    onProgress({ loadedBytes, totalBytes, problem });
  };

  function fetchUnsummed(file: Named, expected: Expected): Promise<Pick<ModelFile, "bytes" | "sha256">> {
    let received = 0;
    return files.fetchUnsummed(
      { ...place(id, summary.base, file), ...expected },
      {
        signal,
        onBytes: (bytes) => {
          received = bytes;
          report(bytes, null);
        },
        onProblem: (problem) => report(received, problem),
      },
    );
  }

  async function obtain(file: Named, expected: Expected = UNKNOWN): Promise<ModelFile> {
    const before = known.get(file.path);
    const isThere = before !== undefined && (await files.isInstalled([place(id, summary.base, before)]));
    if (isThere) {
      installed.push(before);
      return before;
    }
    known.delete(file.path);
    const found = { ...file, ...(await fetchUnsummed(file, expected)) };
    known.set(file.path, found);
    installed.push(found);
    await onFile([...known.values()]);
    report(0, null);
    return found;
  }

  async function obtainJson<T>(path: string, schema: z.ZodMiniType<T>): Promise<T> {
    const file = place(id, summary.base, await obtain({ path }));
    const text = new TextDecoder().decode(await files.read(file));
    try {
      return z.parse(schema, JSON.parse(text));
    } catch (error) {
      throw unreadable(`${summary.base}${path}`, error);
    }
  }

  const chatConfig = await obtainJson("mlc-chat-config.json", chatConfigSchema);
  if (!chatConfig.tokenizer_files.includes(TOKENIZER)) {
    throw new EngineError("failed", `The model '${id}' has no ${TOKENIZER}: it cannot be used here.`);
  }
  const contextLength = summary.contextLength ?? chatConfig.context_window_size ?? 0;
  if (contextLength <= 0) {
    throw new EngineError(
      "failed",
      `The model '${id}' names no length of its context: it cannot be used here.`,
    );
  }
  const { records: shards } = await obtainJson("tensor-cache.json", tensorCacheSchema);
  await obtain({ path: TOKENIZER });
  if (record.model_manifest !== undefined) await obtain({ path: record.model_manifest });

  const weights = shards.reduce((sum, { nbytes }) => sum + nbytes, 0);
  const here = shards.reduce((sum, { dataPath }) => sum + (known.get(dataPath)?.bytes ?? 0), 0);
  await checkRoom(weights - here, Math.max(...shards.map(({ nbytes }) => nbytes)));

  const others = installed.length;
  const library = await obtain({ path: baseName(model_lib), url: model_lib });
  totalBytes = installed.reduce((sum, { bytes }) => sum + bytes, weights);
  report(0, null);
  for (const { dataPath, nbytes, md5sum = null } of shards) {
    await obtain({ path: dataPath }, { bytes: nbytes, md5: md5sum });
  }

  const { features } = recordRequirements(record, null);
  return {
    id,
    name: summary.name,
    description: summary.description,
    owned_by: summary.ownedBy,
    created: Math.floor(now() / 1000),
    license: summary.license,
    context_length: contextLength,
    max_completion_tokens: contextLength,
    input_modalities: [...summary.inputModalities],
    memory_bytes: summary.memoryBytes ?? totalBytes,
    engines: {
      "web-llm": {
        base: summary.base,
        library,
        files: installed.filter((_, index) => index !== others),
        ...(record.overrides && { overrides: record.overrides }),
        ...(features.length > 0 && { required_features: [...features] }),
      },
    },
  };
}

function baseName(url: string): string {
  return new URL(url).pathname.replace(/^.*\//, "");
}

function unreadable(url: string, cause: unknown): EngineError {
  const message = `The model file ${url} is not what web-llm reads: the model cannot be installed.`;
  return new EngineError("failed", message, undefined, { cause });
}

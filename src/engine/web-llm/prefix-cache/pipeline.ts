/**
 * The private fields of web-llm's chat pipeline that the reuse of prefixes needs. Read in web-llm 0.2.86,
 * `src/llm_chat.ts`; `asPipeline` refuses a pipeline of another shape.
 */

/** A value of TVM's runtime, which only TVM's functions read. */
export type TvmValue = object;
export type TvmFunction = (...args: unknown[]) => unknown;

export interface Tvm {
  scalar(value: number, dtype: "int64" | "int32"): TvmValue;
  makeShapeTuple(shape: number[]): TvmValue;
  /** @throws if there is no such function */
  getGlobalFunc(name: string): TvmFunction;
  /** Values made between the two are freed by `endScope`, unless they are detached. */
  beginScope(): void;
  endScope(): void;
  detachFromCurrentScope<Value>(value: Value): Value;
}

export interface TvmTensor {
  readonly shape: readonly number[];
}

export interface InputImage {
  readonly url: string;
}

/** Token ids, or an image. */
export type InputData = number[] | InputImage;

export interface ArtifactImage {
  readonly image_url: InputImage;
}

/** The part of a prompt that one forward pass of a model with a manifest takes. */
export interface ArtifactChunk {
  readonly tokenIds: number[];
  /** One for each token: 0 for text, 1 for an image. */
  readonly modalityIds: number[];
  /** Of an image. */
  readonly embeddings?: TvmTensor;
}

export interface Pipeline {
  readonly tvm: Tvm;
  readonly kvCache: TvmValue;
  /** Tokens of the one sequence that web-llm knows. */
  filledKVCacheLength: number;
  /** Empties the KV cache and adds sequence 0. */
  resetKVCache: () => void;
  /** Names the sequences of the next forward pass; web-llm always names 0. */
  fKVCacheBeginForward: (state: TvmValue, sequences: TvmValue, lengths: TvmValue) => unknown;
  /** The prompt's data, its length, and the length of an image. Before it, the cache is empty for web-llm. */
  getInputData: () => Promise<[InputData[], number, (image: InputImage) => number]>;
  embedAndForward: (data: InputData[], length: number) => Promise<unknown>;
  /** The same for models with a manifest. */
  getArtifactPrefillChunks: () => Promise<[ArtifactChunk[], number]>;
  getArtifactImageEmbeddings: (part: ArtifactImage) => Promise<TvmTensor>;
  artifactPrefillAndForward: (embeddings: TvmTensor, tokens: number[], modalities: number[]) => unknown;
  artifactDecodeAndForward: (token: number) => unknown;
}

const METHODS = [
  "resetKVCache",
  "fKVCacheBeginForward",
  "getInputData",
  "embedAndForward",
  "getArtifactPrefillChunks",
  "getArtifactImageEmbeddings",
  "artifactPrefillAndForward",
  "artifactDecodeAndForward",
] as const;

const TVM_METHODS = [
  "scalar",
  "makeShapeTuple",
  "getGlobalFunc",
  "beginScope",
  "endScope",
  "detachFromCurrentScope",
] as const;

/**
 * The pipeline of a loaded model, if its prefixes can be reused.
 *
 * @param engine an `MLCEngine`
 * @returns undefined for a pipeline of another shape, and for a model with a sliding window or a recurrent state
 */
export function findPipeline(engine: object, modelId: string): Pipeline | undefined {
  const pipelines: unknown = Reflect.get(engine, "loadedModelIdToPipeline");
  const pipeline: unknown = pipelines instanceof Map ? pipelines.get(modelId) : undefined;
  return isPipeline(pipeline) ? pipeline : undefined;
}

function isPipeline(value: unknown): value is Pipeline {
  return (
    hasMethods(value, METHODS) &&
    "tvm" in value &&
    hasMethods(value.tvm, TVM_METHODS) &&
    "filledKVCacheLength" in value &&
    typeof value.filledKVCacheLength === "number" &&
    "kvCache" in value &&
    isValue(value.kvCache) &&
    "kvStateKind" in value &&
    value.kvStateKind === "kv_cache" &&
    "slidingWindowSize" in value &&
    value.slidingWindowSize === -1
  );
}

function hasMethods(value: unknown, names: readonly string[]): value is object {
  return isValue(value) && names.every((name) => typeof Reflect.get(value, name) === "function");
}

/** TVM's functions are callable objects. */
function isValue(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

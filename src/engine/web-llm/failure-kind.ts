/**
 * The meaning of an error thrown below our adapter: by web-llm 0.2.86, TVM's runtime, WebAssembly, WebGPU or the browser's
 * storage. Most of TVM's errors have no name of their own, so their text is matched.
 */
export type WebLlmFailure =
  | { readonly type: "no-gpu" }
  /** The GPU lacks a feature, or one of its limits is too low. `what` is the WebGPU name. */
  | { readonly type: "missing"; readonly what: string }
  | { readonly type: "out-of-memory" }
  | { readonly type: "device-lost" }
  /** The GPU's driver refuses the model's kernels. */
  | { readonly type: "kernels" }
  /** A file of the model is not in the form that the engine reads. */
  | { readonly type: "unreadable" }
  /** The browser has no storage left for the engine. */
  | { readonly type: "no-room" }
  /** The prompt exceeds the context. */
  | { readonly type: "overflow" }
  /** A fault of ours or of the engine: no remedy is known. */
  | { readonly type: "unknown" };

type Plain = Exclude<WebLlmFailure, { type: "missing" }>["type"];

/** The names of all errors in web-llm's own code, and of those of the platform below it. */
export const KIND_OF_NAME: Readonly<Record<string, Plain>> = {
  WebGPUNotAvailableError: "no-gpu",
  WebGPUNotFoundError: "no-gpu",

  DeviceLostError: "device-lost",
  // When the device is lost, web-llm unloads the model by itself, and then reports that none is loaded.
  ModelNotLoadedError: "device-lost",
  SpecifiedModelNotFoundError: "device-lost",
  ConfigurationNotInitializedError: "device-lost",
  // WebGPU: for a pending request when the device is lost, and for `requestDevice` after that.
  OperationError: "device-lost",
  AbortError: "device-lost",

  GPUOutOfMemoryError: "out-of-memory",
  GPUPipelineError: "kernels",
  GPUValidationError: "kernels",
  GPUInternalError: "kernels",
  FeatureSupportError: "kernels",
  ShaderF16SupportError: "kernels",

  ArtifactManifestError: "unreadable",
  IntegrityError: "unreadable",
  MissingModelError: "unreadable",
  ModelNotFoundError: "unreadable",
  UnsupportedTokenizerFilesError: "unreadable",
  WindowSizeConfigurationError: "unreadable",
  WindowSizeSpecificationError: "unreadable",
  AttentionSinkSizeError: "unreadable",
  IncorrectPipelineLoadedError: "unreadable",
  PrefillChunkSizeSmallerThanImageError: "unreadable",
  CannotFindImageEmbedError: "unreadable",
  // WebAssembly, JSON and zod: the library, the configuration and the tokenizer.
  CompileError: "unreadable",
  LinkError: "unreadable",
  SyntaxError: "unreadable",
  $ZodError: "unreadable",

  QuotaExceededError: "no-room",

  ContextWindowSizeExceededError: "overflow",

  // Faults in requests, which we build ourselves, and errors of hosts and features that we do not use.
  AudioInputError: "unknown",
  ConfigValueError: "unknown",
  ContentTypeError: "unknown",
  CrossContextLockUnavailableError: "unknown",
  CustomResponseFormatError: "unknown",
  CustomSystemPromptError: "unknown",
  DependencyError: "unknown",
  EmbeddingChunkingUnsupportedError: "unknown",
  EmbeddingExceedContextWindowSizeError: "unknown",
  EmbeddingInputEmptyError: "unknown",
  EmbeddingSlidingWindowError: "unknown",
  EmbeddingUnsupportedEncodingFormatError: "unknown",
  EmbeddingUnsupportedModelError: "unknown",
  GrammarMatcherInitError: "unknown",
  InvalidNumberStringError: "unknown",
  InvalidResponseFormatError: "unknown",
  InvalidResponseFormatGrammarError: "unknown",
  InvalidResponseFormatStructuralTagError: "unknown",
  InvalidStreamOptionsError: "unknown",
  JSONFieldError: "unknown",
  MessageOrderError: "unknown",
  MinValueError: "unknown",
  MultipleTextContentError: "unknown",
  NoServiceWorkerAPIError: "unknown",
  NonNegativeError: "unknown",
  NonWorkerEnvironmentError: "unknown",
  RangeError: "unknown",
  ReloadArgumentSizeUnmatchedError: "unknown",
  ReloadModelIdNotUniqueError: "unknown",
  ResumableInjectedFault: "unknown",
  ResumableSessionExistsError: "unknown",
  SeedTypeError: "unknown",
  ServiceWorkerInitializationError: "unknown",
  StreamingCountError: "unknown",
  SystemMessageOrderError: "unknown",
  TextCompletionConversationError: "unknown",
  TextCompletionConversationExpectsPrompt: "unknown",
  TextCompletionExpectsKVEmptyError: "unknown",
  ToolCallOutputInvalidTypeError: "unknown",
  ToolCallOutputParseError: "unknown",
  UnclearModelToUseError: "unknown",
  UnknownMessageKindError: "unknown",
  UnsupportedContentPartError: "unknown",
  UnsupportedDetailError: "unknown",
  UnsupportedFieldsError: "unknown",
  UnsupportedImageURLError: "unknown",
  UnsupportedModelIdError: "unknown",
  UnsupportedRoleError: "unknown",
  UserMessageContentErrorForNonVLM: "unknown",
  WorkerEngineModelNotLoadedError: "unknown",
};

/** Texts of errors. A text is more specific than a name. */
const KIND_OF_TEXT: readonly (readonly [RegExp, Plain])[] = [
  [/Unable to find a compatible GPU/, "no-gpu"],
  // From TVM in WebAssembly, V8, SpiderMonkey, JavaScriptCore, Emscripten and C++.
  [
    /out of memory|\bOOM\b|[Aa]llocation failed|could not allocate|Cannot allocate|allocation size|Cannot enlarge memory|bad_alloc/i,
    "out-of-memory",
  ],
  // The reason with which web-llm aborts a load, and errors of its tensors and functions after that.
  [
    /Engine\.unload\(\) is called|has already been disposed|device (?:was |is )?(?:lost|destroyed)/i,
    "device-lost",
  ],
  [
    /in exports$|required VM function|kv_state_kind|Invalid (?:hybrid|rnn_state|kv_cache) ABI|Cannot find global function|detect wasm memory|[Tt]ensor-cache|size and shape mismatch/,
    "unreadable",
  ],
];

/** Capture the name of the missing WebGPU feature or limit. */
const MISSING: readonly RegExp[] = [
  /requested (max\w+) exceeds limit/,
  /artifact requires (max\w+) /,
  /unsupported WebGPU feature "([\w-]+)"/,
  /requires (?:feature|WebGPU extension) ([\w-]+)/,
];

/** @param error anything that was thrown: web-llm throws strings, too */
export function failureKind(error: unknown): WebLlmFailure {
  const name = error instanceof Error ? error.name : "";
  const message = error instanceof Error ? error.message : String(error);
  for (const pattern of MISSING) {
    const what = pattern.exec(message)?.[1];
    if (what !== undefined) return { type: "missing", what };
  }
  const ofText = KIND_OF_TEXT.find(([pattern]) => pattern.test(message))?.[1];
  const ofName = Object.hasOwn(KIND_OF_NAME, name) ? KIND_OF_NAME[name] : undefined;
  return { type: ofText ?? ofName ?? "unknown" };
}

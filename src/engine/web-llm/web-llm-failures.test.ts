import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { EngineErrorCode } from "../../contract/engine-error-code.ts";
import { EngineError } from "../../contract/engine-error.ts";
import { generationFailure, loadFailure } from "../local/engine-failure.ts";
import { KIND_OF_NAME } from "./failure-kind.ts";
import { WEB_LLM_FAILURES as failures } from "./web-llm-failures.ts";

/** Text of a library that no message of ours may contain. */
const SECRET = "at /home/user/file.js:1 (Interpreter.cc)";

function named(name: string, message = SECRET): Error {
  return Object.assign(new Error(message), { name });
}

const webLlm = readFile(
  new URL("../../../node_modules/@mlc-ai/web-llm/lib/index.js", import.meta.url),
  "utf8",
);

describe("errors by their names", () => {
  it("cover all errors of web-llm", async () => {
    const names = Array.from((await webLlm).matchAll(/this\.name = "(\w+)"/g), ([, name = ""]) => name);
    expect(names.length).toBeGreaterThanOrEqual(68);
    for (const name of names) expect(KIND_OF_NAME, name).toHaveProperty(name);
  });

  it.each(Object.keys(KIND_OF_NAME))("hide the text of %s", (name) => {
    for (const failure of [
      loadFailure(failures, "m", named(name)),
      generationFailure(failures, "m", named(name)),
    ]) {
      expect(failure).toBeInstanceOf(EngineError);
      expect(failure.message).not.toContain("file.js");
      expect(failure.message).not.toContain(name);
      expect(failure.message).toMatch(/^(?:The|This|There) .+\.$/);
      expect(failure.cause).toBeInstanceOf(Error);
    }
  });

  it.each<[string, EngineErrorCode, EngineErrorCode, string]>([
    ["WebGPUNotAvailableError", "unsupported", "unsupported", "no WebGPU adapter"],
    ["WebGPUNotFoundError", "unsupported", "unsupported", "no WebGPU adapter"],
    ["DeviceLostError", "unsupported", "unavailable", "GPU was lost"],
    ["ModelNotLoadedError", "unsupported", "unavailable", "GPU was lost"],
    ["SpecifiedModelNotFoundError", "unsupported", "unavailable", "GPU was lost"],
    ["ConfigurationNotInitializedError", "unsupported", "unavailable", "GPU was lost"],
    ["OperationError", "unsupported", "unavailable", "GPU was lost"],
    ["AbortError", "unsupported", "unavailable", "GPU was lost"],
    ["GPUOutOfMemoryError", "unsupported", "unsupported", "too little memory"],
    ["GPUPipelineError", "unsupported", "unsupported", "compiled code"],
    ["GPUValidationError", "unsupported", "unsupported", "compiled code"],
    ["GPUInternalError", "unsupported", "unsupported", "compiled code"],
    ["ArtifactManifestError", "unsupported", "failed", ""],
    ["IntegrityError", "unsupported", "failed", ""],
    ["MissingModelError", "unsupported", "failed", ""],
    ["ModelNotFoundError", "unsupported", "failed", ""],
    ["UnsupportedTokenizerFilesError", "unsupported", "failed", ""],
    ["WindowSizeConfigurationError", "unsupported", "failed", ""],
    ["WindowSizeSpecificationError", "unsupported", "failed", ""],
    ["AttentionSinkSizeError", "unsupported", "failed", ""],
    ["IncorrectPipelineLoadedError", "unsupported", "failed", ""],
    ["PrefillChunkSizeSmallerThanImageError", "unsupported", "failed", ""],
    ["CannotFindImageEmbedError", "unsupported", "failed", ""],
    ["CompileError", "unsupported", "failed", ""],
    ["LinkError", "unsupported", "failed", ""],
    ["SyntaxError", "unsupported", "failed", ""],
    ["$ZodError", "unsupported", "failed", ""],
    ["QuotaExceededError", "unsupported", "unsupported", "no space left"],
    ["ContextWindowSizeExceededError", "failed", "context-overflow", ""],
    ["GrammarMatcherInitError", "failed", "failed", ""],
    ["RangeError", "failed", "failed", ""],
    ["RuntimeError", "failed", "failed", ""],
    ["TypeError", "failed", "failed", ""],
    ["Error", "failed", "failed", ""],
    ["constructor", "failed", "failed", ""],
  ])("map %s to %s in a load and to %s in a reply", (name, inLoad, inReply, says) => {
    const load = loadFailure(failures, "m", named(name));
    const reply = generationFailure(failures, "m", named(name));
    expect([load.code, reply.code]).toEqual([inLoad, inReply]);
    expect(load.message).toContain(says);
    expect(reply.message).toContain(says);
  });
});

/** Errors as they are thrown; a part of the text that web-llm's bundle must contain, so that a rewording is noticed; our words. */
const THROWN: readonly [thrown: unknown, source: string, says: string][] = [
  [
    new Error(
      "Unable to find a compatible GPU. This issue might be because your computer doesn't have a GPU",
    ),
    "Unable to find a compatible GPU",
    "no WebGPU adapter",
  ],
  [
    new Error(
      "Cannot initialize runtime because of requested maxBufferSize exceeds limit. requested=256MB, limit=1MB. ",
    ),
    "Cannot initialize runtime because of requested maxBufferSize `",
    "'maxBufferSize'",
  ],
  [
    new Error(
      "Cannot initialize runtime because of requested maxStorageBuffersPerShaderStage exceeds limit. requested=10, limit=8. ",
    ),
    "Cannot initialize runtime because of requested maxStorageBuffersPerShaderStage `",
    "'maxStorageBuffersPerShaderStage'",
  ],
  [
    named("ArtifactManifestError", 'Compiled artifact requires unsupported WebGPU feature "subgroups"'),
    "Compiled artifact requires unsupported WebGPU feature ",
    "'subgroups'",
  ],
  [
    named(
      "ArtifactManifestError",
      "Compiled artifact requires maxStorageBufferBindingSize 1073741824, but this device exposes 134217728",
    ),
    "Compiled artifact requires maxStorageBufferBindingSize ",
    "'maxStorageBufferBindingSize'",
  ],
  [
    named(
      "ShaderF16SupportError",
      "This model requires WebGPU extension shader-f16, which is not enabled in this browser. ",
    ),
    "This model requires WebGPU extension shader-f16, which",
    "'shader-f16'",
  ],
  [
    named(
      "FeatureSupportError",
      "This model requires feature subgroups, which is not yet supported by this browser.",
    ),
    "This model requires feature ${feature}, which",
    "'subgroups'",
  ],
  [new Error("Cannot allocate 99 bytes in Wasm memory"), "bytes in Wasm memory", "too little memory"],
  [
    new RangeError("Wasm allocation size must be an integer between 0 and 4294967295, but got 5e9"),
    "Wasm allocation size must be an integer between 0 and",
    "too little memory",
  ],
  // From browsers' JavaScript engines, and from the runtimes of Emscripten and C++ in the model library.
  [new RangeError("Array buffer allocation failed"), "", "too little memory"],
  [new RangeError("WebAssembly.Memory(): could not allocate memory"), "", "too little memory"],
  [new RangeError("Out of memory"), "", "too little memory"],
  [named("InternalError", "allocation size overflow"), "", "too little memory"],
  ["out of memory", "", "too little memory"],
  [named("RuntimeError", "Aborted(OOM). Build with -sASSERTIONS for more info."), "", "too little memory"],
  [new Error("std::bad_alloc"), "", "too little memory"],
  // The reason with which web-llm aborts a load: a string, no Error.
  ["Engine.unload() is called.", "Engine.unload() is called.", "GPU was lost"],
  [new Error("Tensor has already been disposed"), "Tensor has already been disposed", "GPU was lost"],
  [
    new Error("The current Object has already been disposed"),
    "Object has already been disposed",
    "GPU was lost",
  ],
  [named("OperationError", "A valid external Instance reference no longer exists."), "", "GPU was lost"],
  [
    new Error("Cannot find TVMFFIFunctionCall,TVMFFIObjectDecRef in exports"),
    "in exports",
    "install it again",
  ],
  [
    new Error("Cannt detect wasm memory from imports "),
    "detect wasm memory from imports ",
    "install it again",
  ],
  [new Error("Cannot find global function vm.builtin.x"), "Cannot find global function ", "install it again"],
  [
    new Error("Cannot find required VM function `decode`. Available candidate functions: a"),
    "Cannot find required VM function ",
    "install it again",
  ],
  [
    new Error("Unsupported kv_state_kind in model metadata: x"),
    "Unsupported kv_state_kind in model metadata",
    "install it again",
  ],
  [new Error("Invalid tensor-cache nbytes: -1"), "Invalid tensor-cache nbytes", "install it again"],
];

describe("errors by their texts", () => {
  it.each(THROWN)("map %s in a load to unsupported", async (thrown, source, says) => {
    expect(await webLlm).toContain(source);
    const failure = loadFailure(failures, "m", thrown);
    expect(failure.code).toBe("unsupported");
    expect(failure.message).toContain(says);
    // Of the text, at most a feature's name is repeated.
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    expect(failure.message).not.toContain(text.slice(0, 20));
  });
});

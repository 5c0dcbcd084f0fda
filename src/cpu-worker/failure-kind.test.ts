import { expect, it } from "vitest";
import { loadFailureKind, replyFailureKind } from "./failure-kind.ts";

// Messages of llama.cpp b11364 for damaged copies of the embedded model, and for a context that is too long.
it.each([
  ["gguf_init_from_reader: invalid magic characters: '?GUF', expected 'GGUF'", "bad-file"],
  ["this GGUF file is version 9 but this software only supports up to version 3", "bad-file"],
  ["error loading model vocabulary: key not found in model: tokenizer.ggml.model", "bad-file"],
  ["llama_model_load: error loading model: unknown model architecture: 'lxxma'", "unsupported"],
  ["mismatch between text model (n_embd = 576) and mmproj (n_embd = 128)", "unsupported"],
  ["ggml_aligned_malloc: insufficient memory (attempted to allocate 36000.00 MB)", "memory"],
  ["WebAssembly.Memory(): could not allocate memory", "memory"],
  ["A worker's script failed: it did not load", "engine-files"],
  ["(ABORT) both async and sync fetching of the wasm failed", "engine-files"],
  ["(ABORT) native code called abort()", "crashed"],
  ["", "bad-file"],
] as const)("of a load: %s is %s", (detail, kind) => {
  expect(loadFailureKind(detail)).toBe(kind);
});

it.each([
  ["Failed to initialize samplers: failed to parse grammar", false, "grammar"],
  ["request (3001 tokens) exceeds the available context size (2048 tokens)", false, "context"],
  ["Unexpected empty grammar stack", false, "other"],
  ["memory access out of bounds", true, "crashed"],
  ["(ABORT) Cannot enlarge memory arrays", true, "memory"],
] as const)("of a reply: %s is a fatal (%s) %s", (detail, isFatal, kind) => {
  expect(replyFailureKind(detail, isFatal)).toBe(kind);
});

import type { CpuFailure } from "../wire/cpu-engine-messages.ts";

/** The first pattern that matches decides. llama.cpp b11364 and Emscripten's code around it write these messages. */
const LOAD_FAILURES: readonly (readonly [pattern: RegExp, kind: CpuFailure])[] = [
  [
    /insufficient memory|failed to allocate|bad_alloc|out of memory|could not allocate|cannot (?:allocate|enlarge) /i,
    "memory",
  ],
  [
    /unknown model architecture|unknown pre-tokenizer type|unknown tokenizer|unknown projector type|mismatch between text model/i,
    "unsupported",
  ],
  [
    /worker's script|failed to fetch|fetching of the wasm failed|failed to asynchronously prepare wasm|networkerror/i,
    "engine-files",
  ],
  [/\(ABORT\)|unreachable|memory access out of bounds|RuntimeError/i, "crashed"],
];

const REPLY_FAILURES: readonly (readonly [pattern: RegExp, kind: CpuFailure])[] = [
  [/failed to parse grammar|failed to initialize samplers/i, "grammar"],
  [/exceeds the available context size/i, "context"],
];

/** @param detail the errors that llama.cpp wrote while it loaded, and the one that was thrown */
export function loadFailureKind(detail: string): CpuFailure {
  return kindOf(LOAD_FAILURES, detail) ?? "bad-file";
}

/** @param isFatal true if llama.cpp cannot go on */
export function replyFailureKind(detail: string, isFatal: boolean): CpuFailure {
  if (isFatal) return kindOf(LOAD_FAILURES, detail) === "memory" ? "memory" : "crashed";
  return kindOf(REPLY_FAILURES, detail) ?? "other";
}

function kindOf(failures: typeof LOAD_FAILURES, detail: string): CpuFailure | undefined {
  return failures.find(([pattern]) => pattern.test(detail))?.[1];
}

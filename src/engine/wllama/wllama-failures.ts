import { GgufError } from "../../gguf/gguf-error.ts";
import type { BackendFailures, FailureKind } from "../local/backend-failures.ts";
import { CpuEngineError } from "./cpu-engine-error.ts";

/** llama.cpp b11364, `llama_model_loader`. */
const UNKNOWN_ARCHITECTURE = /unknown model architecture: '([^']+)'/;

/** llama.cpp b11364, `tools/mtmd/mtmd.cpp`. */
const OTHER_PROJECTOR = /mismatch between text model/;

export const WLLAMA_FAILURES: BackendFailures = {
  kindOf(error, model) {
    if (error instanceof GgufError) return { type: "unreadable" };
    return error instanceof CpuEngineError ? kindOf(error, model) : { type: "unknown" };
  },
  sentences: {
    outOfMemory: (model) =>
      `This device has too little memory to run the model '${model}' on the CPU: close other tabs, or choose a smaller model.`,
    lostInLoad: (model) => `The engine for the CPU crashed while it loaded the model '${model}'.`,
    lostInReply: "The engine for the CPU crashed. The model is being reloaded: try again.",
    stalled: (seconds) => `The CPU gave no token for ${seconds} s. The model is being reloaded: try again.`,
  },
};

function kindOf({ kind, message }: CpuEngineError, model: string): FailureKind {
  switch (kind) {
    case "memory":
      return { type: "out-of-memory" };
    case "crashed":
      return { type: "device-lost" };
    case "bad-file":
      return { type: "unreadable" };
    case "context":
      return { type: "overflow" };
    case "unsupported":
      return { type: "unsupported", message: unsupportedMessage(message, model) };
    case "other":
      return { type: "unknown" };
  }
}

function unsupportedMessage(detail: string, model: string): string {
  if (OTHER_PROJECTOR.test(detail)) {
    return `The projector of the model '${model}' belongs to another model: choose one that was made with it.`;
  }
  const architecture = UNKNOWN_ARCHITECTURE.exec(detail)?.[1];
  const reason = architecture === undefined ? "" : `, whose architecture is '${architecture}'`;
  return `The engine for the CPU does not support the model '${model}'${reason}: choose another model.`;
}

import { EngineError } from "../../contract/engine-error.ts";
import type { CpuFailure } from "../../wire/cpu-engine-messages.ts";

/** llama.cpp could not load a model or finish a reply. `message` is what it says, for a developer. */
export class CpuEngineError extends Error {
  override readonly name = "CpuEngineError";

  constructor(
    readonly kind: DeviceFailure,
    message: string,
  ) {
    super(message);
  }
}

/** Failures that the model or the device is to blame for. */
type DeviceFailure = Exclude<CpuFailure, "grammar" | "engine-files">;

/** @param detail what llama.cpp says */
export function cpuError(kind: CpuFailure, detail: string): EngineError | CpuEngineError {
  switch (kind) {
    case "grammar":
      return engineError(
        "invalid",
        "The engine cannot enforce the schemas of this request: simplify them.",
        detail,
      );
    case "engine-files":
      return engineError(
        "unavailable",
        "The files of the engine for the CPU could not be fetched. Check the connection and try again.",
        detail,
      );
    default:
      return new CpuEngineError(kind, detail);
  }
}

/** True if the worker is useless after a reply that failed so. */
export function isFatal(kind: CpuFailure): boolean {
  return kind === "crashed" || kind === "memory";
}

function engineError(code: "invalid" | "unavailable", message: string, detail: string): EngineError {
  return new EngineError(code, message, undefined, { cause: new Error(detail) });
}

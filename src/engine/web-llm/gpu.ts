import { EngineError } from "../engine-error.ts";

/** @throws {EngineError} `unsupported`, where nothing runs WebGPU */
export async function requireGpu(): Promise<void> {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null);
  if (!adapter) {
    throw new EngineError(
      "unsupported",
      "This browser offers no WebGPU adapter here: use a browser with WebGPU, on a machine where its GPU is not blocked.",
    );
  }
}

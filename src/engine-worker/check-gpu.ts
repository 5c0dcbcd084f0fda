import { EngineError } from "../contract/engine-error.ts";
import { findGpuProblem, type GpuCapabilities, type GpuRequirements } from "../models/compatibility.ts";

const NO_GPU =
  "This browser offers no WebGPU adapter here: use a browser with WebGPU, on a machine where its GPU is not blocked.";

/** @throws {EngineError} `unsupported`, where there is no WebGPU adapter */
export function requireGpu(gpu: GpuCapabilities | null): asserts gpu is GpuCapabilities {
  if (gpu === null) throw new EngineError("unsupported", NO_GPU);
}

/**
 * Checks the GPU before anything of a model is downloaded or loaded: on a GPU that lacks something, a load fails late or
 * never ends.
 *
 * @throws {EngineError} `unsupported`, with what the GPU lacks
 */
export function checkGpu(model: string, required: GpuRequirements, gpu: GpuCapabilities | null): void {
  requireGpu(gpu);
  const problem = findGpuProblem(required, gpu);
  if (problem !== undefined) {
    throw new EngineError("unsupported", `The model '${model}' cannot run here. ${problem}`);
  }
}

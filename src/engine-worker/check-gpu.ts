import type { Model } from "../config/model.ts";
import { EngineError } from "../contract/engine-error.ts";
import { type Device, gpuProblem } from "../models/compatibility.ts";
import { modelGpuRequirements } from "../models/record.ts";

const NO_GPU =
  "This browser offers no WebGPU adapter here: use a browser with WebGPU, on a machine where its GPU is not blocked.";

/** @throws {EngineError} `unsupported`, where nothing runs WebGPU */
export function requireGpu(gpu: Device["gpu"]): asserts gpu is NonNullable<typeof gpu> {
  if (gpu === null) throw new EngineError("unsupported", NO_GPU);
}

/**
 * Before anything of a model is fetched or loaded: a GPU that lacks what it needs would say so after that, or not at all.
 *
 * @throws {EngineError} `unsupported`, with what the GPU lacks
 */
export function checkGpu(model: Model, gpu: Device["gpu"]): void {
  requireGpu(gpu);
  const problem = gpuProblem(modelGpuRequirements(model), gpu);
  if (problem !== undefined) {
    throw new EngineError("unsupported", `The model '${model.id}' cannot run here. ${problem}`);
  }
}

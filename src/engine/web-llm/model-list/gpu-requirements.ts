/** The GPU that web-llm and a model of its format require. */
import type { Model, WebLlmRecord } from "../../../contract/model.ts";
import type { GpuFeature, GpuLimit, GpuRequirements } from "../../../models/compatibility.ts";

/** web-llm 0.2.86 requests these limits from every adapter, and no lower ones where they are not available. */
const MIN_LIMITS: Readonly<Record<GpuLimit, number>> = {
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
};

/** Of a model whose files are known. */
export function modelGpuRequirements({ id, engines: { "web-llm": entry } }: Model): GpuRequirements {
  return requirements(entry?.required_features ?? featuresByName(id), null);
}

/** Of a record of web-llm's list; most records do not state all of it. */
export function recordGpuRequirements(record: WebLlmRecord): GpuRequirements {
  return requirements(requiredFeatures(record), record.buffer_size_required_bytes ?? null);
}

/** Names of the GPU features that a record requires. */
export function requiredFeatures({ model_id, required_features = [] }: WebLlmRecord): readonly string[] {
  return [...new Set([...featuresByName(model_id), ...required_features])];
}

/** A name such as `q4f16_1` means that the model computes with 16-bit floats. */
function featuresByName(id: string): readonly string[] {
  return /q\df16/.test(id) ? ["shader-f16"] : [];
}

function requirements(features: readonly string[], storageBufferBytes: number | null): GpuRequirements {
  return { features: features.map(gpuFeature), limits: MIN_LIMITS, storageBufferBytes };
}

function gpuFeature(name: string): GpuFeature {
  if (name !== "shader-f16") return { name };
  const advice =
    "The GPU does not compute with 16-bit floats (shader-f16): choose a variant with “q4f32” in its name.";
  return { name, advice };
}

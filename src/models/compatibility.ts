/** Whether a device can run a model, and if not, why. */
import { describeBytes } from "../format/describe-bytes.ts";
import type { CatalogueEntry } from "../contract/catalogue.ts";

/** What the browser tells of the machine. Sizes in bytes. */
export interface Device {
  /** Null where nothing runs WebGPU here. */
  readonly gpu: {
    readonly features: ReadonlySet<string>;
    readonly limits: Readonly<Record<GpuLimit, number>>;
  } | null;
  /** Main memory; null where the browser does not say, or says only "this much or more". */
  readonly memoryBytes: number | null;
  /** What the browser lets the origin keep besides what it has; null where it does not say. */
  readonly freeBytes: number | null;
}

export interface GpuRequirements {
  readonly features: readonly string[];
  readonly storageBufferBytes: number | null;
}

export interface ModelRequirements extends GpuRequirements {
  readonly memoryBytes: number | null;
  /** What is still to be downloaded. */
  readonly downloadBytes: number | null;
}

/** What web-llm 0.2.86 asks of every adapter, where it cannot have more. */
const MIN_LIMITS = {
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
} as const;

export type GpuLimit = keyof typeof MIN_LIMITS;

const LIMIT_NAMES: readonly GpuLimit[] = [
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxComputeWorkgroupStorageSize",
  "maxStorageBuffersPerShaderStage",
];

export function checkCompatibility(
  needs: ModelRequirements,
  { gpu, memoryBytes, freeBytes }: Device,
): CatalogueEntry["fits"] {
  const problem = gpuProblem(needs, gpu);
  if (problem !== undefined) return no(problem);
  if (memoryBytes !== null && needs.memoryBytes !== null && needs.memoryBytes > memoryBytes) {
    return no(
      `It takes ${describeBytes(needs.memoryBytes)} of memory, but this machine has ${describeBytes(memoryBytes)}.`,
    );
  }
  if (freeBytes !== null && needs.downloadBytes !== null && needs.downloadBytes > freeBytes) {
    return no(
      `It takes ${describeBytes(needs.downloadBytes)}, but the browser has room for ${describeBytes(freeBytes)}.`,
    );
  }
  return { type: "yes" };
}

/** A sentence that names what the GPU lacks; undefined where it lacks nothing. */
export function gpuProblem(needs: GpuRequirements, gpu: Device["gpu"]): string | undefined {
  if (gpu === null) return "This browser offers no WebGPU adapter.";
  for (const feature of needs.features) {
    if (gpu.features.has(feature)) continue;
    return feature === "shader-f16"
      ? "The GPU does not compute with 16-bit floats (shader-f16): choose a variant with “q4f32” in its name."
      : `The GPU lacks the feature ${feature}.`;
  }
  for (const name of LIMIT_NAMES) {
    const least = MIN_LIMITS[name];
    if (gpu.limits[name] < least) return `The GPU's ${name} is ${gpu.limits[name]}, but ${least} is needed.`;
  }
  const buffer = gpu.limits.maxStorageBufferBindingSize;
  if (needs.storageBufferBytes === null || needs.storageBufferBytes <= buffer) return undefined;
  return `It needs a GPU buffer of ${describeBytes(needs.storageBufferBytes)}, but this GPU binds ${describeBytes(buffer)}.`;
}

function no(reason: string): CatalogueEntry["fits"] {
  return { type: "no", reason };
}

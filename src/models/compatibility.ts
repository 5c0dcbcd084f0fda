/** Compares what a model requires with what the device has. */
import type { CatalogueEntry } from "../contract/catalogue.ts";
import { describeBytes } from "../format/describe-bytes.ts";

/** WebGPU limits that an engine may set a minimum for. */
export const GPU_LIMITS = [
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxComputeWorkgroupStorageSize",
  "maxStorageBuffersPerShaderStage",
] as const;

export type GpuLimit = (typeof GPU_LIMITS)[number];

export interface GpuCapabilities {
  /** The adapter's name, for a person. */
  readonly description: string;
  /** True for an adapter that computes on the CPU, such as SwiftShader. */
  readonly software: boolean;
  readonly features: ReadonlySet<string>;
  readonly limits: Readonly<Record<GpuLimit, number>>;
}

/** Features of the CPU that an engine depends on. */
export interface CpuCapabilities {
  /** True if WebAssembly has SIMD instructions. */
  readonly simd: boolean;
}

/** The machine, as far as the browser describes it. Sizes in bytes. */
export interface Device {
  /** Null where the browser has no WebGPU adapter. */
  readonly gpu: GpuCapabilities | null;
  readonly cpu: CpuCapabilities;
  /** Main memory; null where the browser does not report it, or only a lower bound. */
  readonly memoryBytes: number | null;
  /** Unused quota of the origin; null where the browser does not report it. */
  readonly freeBytes: number | null;
}

export interface GpuRequirements {
  readonly features: readonly GpuFeature[];
  /** Minimum of each limit. */
  readonly limits: Readonly<Partial<Record<GpuLimit, number>>>;
  /** The model's largest GPU buffer; null where it is not known. */
  readonly storageBufferBytes: number | null;
}

export interface GpuFeature {
  /** WebGPU's name, for example `shader-f16`. */
  readonly name: string;
  /** A sentence for a person whose GPU lacks it, where the engine has a better one than the default. */
  readonly advice?: string;
}

/** Sizes are null where they are not known. */
export interface SizeRequirements {
  readonly memoryBytes: number | null;
  /** Bytes that are still to be downloaded. */
  readonly downloadBytes: number | null;
}

/** The verdict on memory and storage. Unknown figures count as sufficient. */
export function checkSizes(
  required: SizeRequirements,
  { memoryBytes, freeBytes }: Pick<Device, "memoryBytes" | "freeBytes">,
): CatalogueEntry["fits"] {
  if (memoryBytes !== null && required.memoryBytes !== null && required.memoryBytes > memoryBytes) {
    return incompatible(
      `It takes ${describeBytes(required.memoryBytes)} of memory, but this machine has ${describeBytes(memoryBytes)}.`,
    );
  }
  if (freeBytes !== null && required.downloadBytes !== null && required.downloadBytes > freeBytes) {
    return incompatible(
      `It takes ${describeBytes(required.downloadBytes)}, but the browser has room for ${describeBytes(freeBytes)}.`,
    );
  }
  return { type: "yes" };
}

/** A sentence that names the first thing that the GPU lacks; undefined where it lacks nothing. */
export function findGpuProblem(required: GpuRequirements, gpu: GpuCapabilities | null): string | undefined {
  if (gpu === null) return "This browser offers no WebGPU adapter.";
  const missing = required.features.find(({ name }) => !gpu.features.has(name));
  if (missing !== undefined) return missing.advice ?? `The GPU lacks the feature ${missing.name}.`;
  for (const name of GPU_LIMITS) {
    const minimum = required.limits[name] ?? 0;
    if (gpu.limits[name] < minimum) {
      return `The GPU's ${name} is ${gpu.limits[name]}, but ${minimum} is needed.`;
    }
  }
  const maxBuffer = gpu.limits.maxStorageBufferBindingSize;
  if (required.storageBufferBytes === null || required.storageBufferBytes <= maxBuffer) return undefined;
  return `It needs a GPU buffer of ${describeBytes(required.storageBufferBytes)}, but this GPU binds ${describeBytes(maxBuffer)}.`;
}

export function incompatible(reason: string): CatalogueEntry["fits"] {
  return { type: "no", reason };
}

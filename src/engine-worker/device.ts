import { estimateStorage } from "../models/estimate-storage.ts";
import type { Device } from "../models/compatibility.ts";
import { findAdapter } from "./gpu.ts";

const GIB = 2 ** 30;
/** Browsers round memory down to powers of two and stop at one of these, so more may be there. */
const CAPPED_GIB = new Set([8, 32]);

/** Features and limits of the GPU, or null where nothing runs WebGPU here. */
export async function describeGpu(): Promise<Device["gpu"]> {
  const adapter = await findAdapter(navigator.gpu);
  return (
    adapter && {
      features: new Set<string>(adapter.features),
      limits: {
        maxBufferSize: adapter.limits.maxBufferSize,
        maxStorageBufferBindingSize: adapter.limits.maxStorageBufferBindingSize,
        maxComputeWorkgroupStorageSize: adapter.limits.maxComputeWorkgroupStorageSize,
        maxStorageBuffersPerShaderStage: adapter.limits.maxStorageBuffersPerShaderStage,
      },
    }
  );
}

/** What the browser tells of this machine. */
export async function describeDevice(): Promise<Device> {
  const [gpu, estimate] = await Promise.all([describeGpu(), estimateStorage(navigator.storage)]);
  return {
    gpu,
    memoryBytes: memoryBytes(),
    freeBytes: estimate.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0),
  };
}

function memoryBytes(): number | null {
  // Only Chromium has it, and TypeScript therefore not.
  const gib: unknown = Reflect.get(navigator, "deviceMemory");
  return typeof gib !== "number" || CAPPED_GIB.has(gib) ? null : gib * GIB;
}

import type { Device, GpuCapabilities } from "../models/compatibility.ts";
import { estimateStorage } from "../models/estimate-storage.ts";

const GIB = 2 ** 30;
/** Browsers round memory down to a power of two and report no more than one of these. */
const CAPPED_GIB = new Set([8, 32]);

/** This machine, as far as the browser describes it. */
export async function describeDevice(describeGpu: () => Promise<GpuCapabilities | null>): Promise<Device> {
  const [gpu, estimate] = await Promise.all([describeGpu(), estimateStorage(navigator.storage)]);
  return {
    gpu,
    memoryBytes: memoryBytes(),
    freeBytes: estimate.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0),
  };
}

function memoryBytes(): number | null {
  // Only Chromium has it, so TypeScript does not know it.
  const gib: unknown = Reflect.get(navigator, "deviceMemory");
  return typeof gib !== "number" || CAPPED_GIB.has(gib) ? null : gib * GIB;
}

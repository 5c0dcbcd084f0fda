import type { CpuCapabilities, Device, GpuCapabilities } from "../models/compatibility.ts";
import { estimateStorage } from "../models/estimate-storage.ts";

const GIB = 2 ** 30;
/** Browsers round memory down to a power of two and report no more than one of these. */
const CAPPED_GIB = new Set([8, 32]);

/** The smallest module with a SIMD instruction: `i8x16.splat`, in the types and codes of WebAssembly 2.0. */
const SIMD_MODULE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03, 0x02, 0x01,
  0x00, 0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b,
]);

export function describeCpu(): CpuCapabilities {
  return { simd: WebAssembly.validate(SIMD_MODULE) };
}

/** This machine, as far as the browser describes it. */
export async function describeDevice(describeGpu: () => Promise<GpuCapabilities | null>): Promise<Device> {
  const [gpu, estimate] = await Promise.all([describeGpu(), estimateStorage(navigator.storage)]);
  return {
    gpu,
    cpu: describeCpu(),
    memoryBytes: memoryBytes(),
    freeBytes: estimate.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0),
  };
}

function memoryBytes(): number | null {
  // Only Chromium has it, so TypeScript does not know it.
  const gib: unknown = Reflect.get(navigator, "deviceMemory");
  return typeof gib !== "number" || CAPPED_GIB.has(gib) ? null : gib * GIB;
}

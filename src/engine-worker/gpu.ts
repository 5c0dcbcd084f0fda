import type { GpuCapabilities } from "../models/compatibility.ts";

/** The part of `navigator.gpu` that finds an adapter. */
export interface AdapterSource<Adapter> {
  requestAdapter(options?: GPURequestAdapterOptions): Promise<Adapter | null>;
}

/** The adapter that web-llm uses (it requests the same kind), or null where there is none. */
export async function findAdapter<Adapter>(
  source: AdapterSource<Adapter> | undefined,
): Promise<Adapter | null> {
  try {
    return (await source?.requestAdapter({ powerPreference: "high-performance" })) ?? null;
  } catch {
    return null;
  }
}

export function readCapabilities(
  { features, limits }: Pick<GPUAdapter, "features" | "limits">,
  description: Pick<GpuCapabilities, "description" | "software">,
): GpuCapabilities {
  return {
    ...description,
    features: new Set<string>(features),
    limits: {
      maxBufferSize: limits.maxBufferSize,
      maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
      maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
      maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    },
  };
}

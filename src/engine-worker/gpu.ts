/** `navigator.gpu`, or as much of it as looking for an adapter takes. */
export interface Gpu<Adapter> {
  requestAdapter(options?: GPURequestAdapterOptions): Promise<Adapter | null>;
}

/** The adapter that web-llm takes (it asks for the same kind of it), or null where nothing runs WebGPU. */
export async function findAdapter<Adapter>(gpu: Gpu<Adapter> | undefined): Promise<Adapter | null> {
  try {
    return (await gpu?.requestAdapter({ powerPreference: "high-performance" })) ?? null;
  } catch {
    return null;
  }
}

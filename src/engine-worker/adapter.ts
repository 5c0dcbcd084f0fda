import type { EngineHostStatus } from "../contract/engine-host-status.ts";

/**
 * Describes the GPU adapter for the status. Each generation of browsers has the description elsewhere, and some have
 * none. An adapter that does not say that it is software counts as hardware: browsers with a software adapter have one
 * of the flags that say so.
 */
export async function describeAdapter(adapter: object | null): Promise<EngineHostStatus["adapter"]> {
  if (adapter === null) return null;
  const info = await readInfo(adapter);
  const parts = [read(info, "vendor"), read(info, "architecture"), read(info, "device")];
  const description = textOf(read(info, "description")) || parts.map(textOf).filter(Boolean).join(" ");
  return {
    description: description || "WebGPU adapter",
    // Chromium has it in `info` from 136 on; older browsers have it on the adapter.
    software: flagOf(read(info, "isFallbackAdapter")) ?? flagOf(read(adapter, "isFallbackAdapter")) ?? false,
  };
}

/** Chromium has `info` from 127 on; before that, a method. */
async function readInfo(adapter: object): Promise<unknown> {
  if ("info" in adapter) return adapter.info;
  if (!("requestAdapterInfo" in adapter) || typeof adapter.requestAdapterInfo !== "function")
    return undefined;
  try {
    const info: unknown = await adapter.requestAdapterInfo();
    return info;
  } catch {
    return undefined;
  }
}

function read(from: unknown, name: string): unknown {
  return typeof from === "object" && from !== null ? Reflect.get(from, name) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function flagOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

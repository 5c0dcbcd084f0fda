import type { HostStatus } from "../wire/status.ts";

/** What runs WebGPU here, or null where nothing does. */
export async function describeAdapter(): Promise<HostStatus["adapter"]> {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null);
  if (!adapter) return null;
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info;
  const name = description || [vendor, architecture, device].filter((part) => part !== "").join(" ");
  return { description: name || "WebGPU adapter", software: isFallbackAdapter };
}

import type { Status } from "../../index.ts";

/** The GPU in words, or why there is none. */
export function describeAdapter(adapter: Status["host"]["adapter"]): string {
  if (adapter === null) return "None: this browser offers no WebGPU adapter";
  const { description, software } = adapter;
  return software ? `None: ${description} computes in software on the CPU, which is slow` : description;
}

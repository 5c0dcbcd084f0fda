import type { Status } from "../../index.ts";

/** The engine in words: its version, and the processor that it runs on where that is known. */
export function describeEngine({ name, version, threads, adapter }: Status["host"]["engine"]): string {
  const engine = `${name} ${version}`;
  if (threads !== undefined) return `${engine} on the CPU, with ${threads} thread${threads === 1 ? "" : "s"}`;
  return adapter === undefined ? engine : `${engine} on ${adapter}`;
}

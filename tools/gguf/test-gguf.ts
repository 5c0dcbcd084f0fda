/** GGUF files for unit tests. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { encodeGguf, type WrittenGguf } from "./encode-gguf.ts";

export interface TestGguf extends WrittenGguf {
  readonly magic?: string;
}

/** The bytes of a GGUF file. */
export function ggufBytes({ magic = "GGUF", ...file }: TestGguf): Buffer<ArrayBuffer> {
  const bytes = encodeGguf(file);
  bytes.set(Buffer.from(magic));
  return Buffer.from(bytes.buffer);
}

export function float32s(values: readonly number[]): Buffer {
  return Buffer.from(Float32Array.from(values).buffer);
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "insitu-gguf-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeTestFile(name: string, bytes: Uint8Array | string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

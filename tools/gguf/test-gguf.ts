/** GGUF files for tests. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  encodeEntry,
  encodeHeader,
  encodeTensorEntry,
  type TypedValue,
} from "../../src/gguf/encode-header.ts";
import { concatenate } from "../../src/util/concatenate.ts";
import { alignUp, DEFAULT_ALIGNMENT } from "../../src/gguf/header.ts";

export interface TestTensor {
  readonly name: string;
  /** Innermost first. */
  readonly dimensions: readonly number[];
  /** GGML's number of the type. */
  readonly type: number;
  readonly bytes: Uint8Array;
}

export interface TestGguf {
  readonly magic?: string;
  readonly version?: number;
  readonly metadata?: Readonly<Record<string, TypedValue>>;
  readonly tensors?: readonly TestTensor[];
  readonly alignment?: number;
}

/** The bytes of a GGUF file. */
export function ggufBytes({
  magic = "GGUF",
  version = 3,
  metadata = {},
  tensors = [],
  alignment = DEFAULT_ALIGNMENT,
}: TestGguf): Buffer<ArrayBuffer> {
  let end = 0;
  const list = tensors.map(({ bytes, ...tensor }) => {
    const entry = encodeTensorEntry({ ...tensor, offset: end });
    end = alignUp(end + bytes.length, alignment);
    return entry;
  });
  const header = encodeHeader({
    version,
    entries: Object.entries(metadata).map(([key, value]) => encodeEntry(key, value)),
    tensorCount: tensors.length,
    tensorList: Buffer.concat(list),
    alignment,
  });
  header.set(Buffer.from(magic));
  const data = tensors.flatMap(({ bytes }) => [
    bytes,
    Buffer.alloc(alignUp(bytes.length, alignment) - bytes.length),
  ]);
  return Buffer.from(concatenate([header, ...data]).buffer);
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

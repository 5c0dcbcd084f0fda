/** GGUF files for tests, written byte by byte. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const ALIGNMENT = 32;
const TYPE = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9, uint64: 10 } as const;

/** Metadata values by their GGUF type; arrays also have the type of their elements. */
export type TestValue =
  | { readonly uint32: number }
  | { readonly float32: number }
  | { readonly bool: boolean }
  | { readonly uint64: bigint }
  | { readonly string: string }
  | { readonly strings: readonly string[] }
  | { readonly int32s: readonly number[] };

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
  readonly metadata?: Readonly<Record<string, TestValue>>;
  readonly tensors?: readonly TestTensor[];
}

/** The bytes of a GGUF file. */
export function ggufBytes({ magic = "GGUF", version = 3, metadata = {}, tensors = [] }: TestGguf): Buffer {
  const entries = Object.entries(metadata);
  const header = [
    Buffer.from(magic),
    uint32(version),
    uint64(tensors.length),
    uint64(entries.length),
    ...entries.flatMap(([key, value]) => [text(key), encode(value)]),
  ];
  let offset = 0;
  for (const { name, dimensions, type, bytes } of tensors) {
    header.push(
      text(name),
      uint32(dimensions.length),
      ...dimensions.map(uint64),
      uint32(type),
      uint64(offset),
    );
    offset += padded(bytes).length;
  }
  return Buffer.concat([padded(Buffer.concat(header)), ...tensors.map(({ bytes }) => padded(bytes))]);
}

function encode(value: TestValue): Buffer {
  if ("uint32" in value) return Buffer.concat([uint32(TYPE.uint32), uint32(value.uint32)]);
  if ("float32" in value) return Buffer.concat([uint32(TYPE.float32), float32s([value.float32])]);
  if ("bool" in value) return Buffer.concat([uint32(TYPE.bool), Buffer.from([value.bool ? 1 : 0])]);
  if ("uint64" in value) return Buffer.concat([uint32(TYPE.uint64), uint64(value.uint64)]);
  if ("string" in value) return Buffer.concat([uint32(TYPE.string), text(value.string)]);
  if ("strings" in value) return array(TYPE.string, value.strings.map(text));
  return array(
    TYPE.int32,
    value.int32s.map((number) => uint32(number)),
  );
}

function array(type: number, elements: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(TYPE.array), uint32(type), uint64(elements.length), ...elements]);
}

function text(value: string): Buffer {
  return Buffer.concat([uint64(Buffer.byteLength(value)), Buffer.from(value)]);
}

function uint32(value: number): Buffer {
  return Buffer.from(Uint32Array.of(value).buffer);
}

function uint64(value: number | bigint): Buffer {
  return Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
}

export function float32s(values: readonly number[]): Buffer {
  return Buffer.from(Float32Array.from(values).buffer);
}

function padded(bytes: Uint8Array): Buffer {
  const rest = (ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT;
  return Buffer.concat([bytes, Buffer.alloc(rest)]);
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

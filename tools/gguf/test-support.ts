/** For the tests: GGUF files written byte by byte, and the values that their blocks stand for. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const ALIGNMENT = 32;
const TYPE = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9, uint64: 10 } as const;

/** Metadata values by their GGUF type, and the types of the elements where there are several. */
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

/** A folder that is removed when the test ends. */
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

/** Numbers from 0 to `below` - 1, the same in every run. */
export function randomIntegers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A normal half of 2^-8 to 2^2, or zero. */
export function randomHalf(random: (below: number) => number, signed: boolean): number {
  if (random(16) === 0) return 0;
  return ((signed ? random(2) : 0) << 15) | ((7 + random(10)) << 10) | random(1024);
}

/** The value of a normal half or zero. */
export function halfValue(bits: number): number {
  const exponent = (bits >> 10) & 31;
  if (exponent === 0) return 0;
  return (bits >> 15 ? -1 : 1) * 2 ** (exponent - 15) * (1 + (bits & 1023) / 1024);
}

export interface TestMatrix {
  readonly blocks: Uint8Array;
  /** What the blocks stand for, by row and column. */
  readonly values: readonly (readonly number[])[];
}

/** A random matrix in Q4_1. The values are made from what was drawn, not read back from the blocks. */
export function randomQ4(rows: number, columns: number, seed: number): TestMatrix {
  const random = randomIntegers(seed);
  const blocks: number[] = [];
  const values: number[][] = [];
  for (let row = 0; row < rows; row++) {
    const rowValues: number[] = [];
    for (let group = 0; group < columns / 32; group++) {
      const scale = randomHalf(random, false);
      const minimum = randomHalf(random, true);
      const codes = Array.from({ length: 32 }, () => random(16));
      blocks.push(scale & 255, scale >> 8, minimum & 255, minimum >> 8);
      for (let i = 0; i < 16; i++) blocks.push((codes[i] ?? 0) | ((codes[i + 16] ?? 0) << 4));
      rowValues.push(...codes.map((code) => code * halfValue(scale) + halfValue(minimum)));
    }
    values.push(rowValues);
  }
  return { blocks: Uint8Array.from(blocks), values };
}

/** A random matrix in Q8_0. */
export function randomQ8(rows: number, columns: number, seed: number): TestMatrix {
  const random = randomIntegers(seed);
  const blocks: number[] = [];
  const values: number[][] = [];
  for (let row = 0; row < rows; row++) {
    const rowValues: number[] = [];
    for (let group = 0; group < columns / 32; group++) {
      const scale = randomHalf(random, false);
      const codes = Array.from({ length: 32 }, () => random(256) - 128);
      blocks.push(scale & 255, scale >> 8, ...codes.map((code) => code & 255));
      rowValues.push(...codes.map((code) => code * halfValue(scale)));
    }
    values.push(rowValues);
  }
  return { blocks: Uint8Array.from(blocks), values };
}

/**
 * The weights of packed 4-bit words by row and column, read with the kernels' own arithmetic: a field is
 * masked out of a signed word and scaled down, and the topmost is signed.
 */
export function unpackQ4(words: Uint32Array, scales: Uint32Array, rows: number, columns: number): number[][] {
  const signed = new Int32Array(words.buffer, words.byteOffset, words.length);
  return table(rows, columns, (row, column) => {
    const nibble = column % 8;
    const code =
      field(signed[Math.floor(column / 8) * rows + row] ?? NaN, 4, nibble) + (nibble === 7 ? 8 : 0);
    const pair = scales[Math.floor(column / 32) * rows + row] ?? NaN;
    return code * halfLow(pair) + halfHigh(pair);
  });
}

/** The same for 8-bit words, of which the lower three bytes are shifted by 128. */
export function unpackQ8(words: Uint32Array, scales: Uint32Array, rows: number, columns: number): number[][] {
  const signed = new Int32Array(words.buffer, words.byteOffset, words.length);
  return table(rows, columns, (row, column) => {
    const byte = column % 4;
    const code = field(signed[Math.floor(column / 4) * rows + row] ?? NaN, 8, byte) - (byte < 3 ? 128 : 0);
    const pair = scales[Math.floor(column / 64) * rows + row] ?? NaN;
    return code * (Math.floor(column / 32) % 2 === 0 ? halfLow(pair) : halfHigh(pair));
  });
}

function field(word: number, bits: number, index: number): number {
  const mask = ((2 ** bits - 1) * 2 ** (bits * index)) | 0;
  return (word & mask) * 2 ** (-bits * index);
}

function halfLow(pair: number): number {
  return asFloat((pair & 0x7fff) * 8192) * 2 ** 112;
}

function halfHigh(pair: number): number {
  return asFloat((pair & 0x80000000) | ((pair >>> 3) & 0x0fffe000)) * 2 ** 112;
}

function asFloat(bits: number): number {
  return new Float32Array(Int32Array.of(bits).buffer)[0] ?? NaN;
}

function table(rows: number, columns: number, value: (row: number, column: number) => number): number[][] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => value(row, column)),
  );
}

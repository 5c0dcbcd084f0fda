/**
 * The header of a GGUF file: its metadata and the list of its tensors.
 *
 * The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
import type { ByteCursor } from "./byte-cursor.ts";

/** A metadata value; 64-bit integers are `bigint`. */
export type MetadataValue = number | bigint | boolean | string | readonly MetadataValue[];

export interface TensorEntry {
  readonly name: string;
  /** Innermost dimension first: `[columns, rows]` for a matrix. */
  readonly dimensions: readonly number[];
  /** GGML's number of the element type. */
  readonly type: number;
  /** Bytes from the start of the tensor data. */
  readonly offset: number;
}

export interface GgufHeader {
  readonly metadata: ReadonlyMap<string, MetadataValue>;
  readonly tensors: readonly TensorEntry[];
  /** Start of the tensor data, in bytes from the start of the file. */
  readonly dataOffset: number;
  readonly alignment: number;
}

const MAGIC = 0x46554747; // "GGUF", read as a little-endian number
const DEFAULT_ALIGNMENT = 32;
const MAX_DIMENSIONS = 4;

const ARRAY = 9;

/** Readers of GGUF's value types, by number, except arrays. */
const readScalar: Readonly<Record<number, (cursor: ByteCursor) => MetadataValue>> = {
  0: (cursor) => cursor.uint8(),
  1: (cursor) => cursor.int8(),
  2: (cursor) => cursor.uint16(),
  3: (cursor) => cursor.int16(),
  4: (cursor) => cursor.uint32(),
  5: (cursor) => cursor.int32(),
  6: (cursor) => cursor.float32(),
  7: (cursor) => cursor.uint8() !== 0,
  8: (cursor) => cursor.string(),
  10: (cursor) => cursor.uint64(),
  11: (cursor) => cursor.int64(),
  12: (cursor) => cursor.float64(),
};

/** @throws if the bytes are not the header of a GGUF file of version 2 or 3 */
export function readHeader(cursor: ByteCursor): GgufHeader {
  if (cursor.uint32() !== MAGIC) throw new Error('is not a GGUF file: it does not start with "GGUF"');
  const version = cursor.uint32();
  if (version !== 2 && version !== 3) throw new Error(`has GGUF version ${version}; 2 and 3 can be read`);
  const tensorCount = cursor.count();
  const valueCount = cursor.count();

  const metadata = new Map<string, MetadataValue>();
  for (let i = 0; i < valueCount; i++) {
    const key = cursor.string();
    metadata.set(key, readValue(cursor, cursor.uint32(), key));
  }
  const tensors: TensorEntry[] = [];
  for (let i = 0; i < tensorCount; i++) tensors.push(readTensorEntry(cursor));

  const alignment = metadata.get("general.alignment") ?? DEFAULT_ALIGNMENT;
  if (typeof alignment !== "number" || alignment < 1) throw new Error("has an invalid general.alignment");
  const dataOffset = Math.ceil(cursor.position / alignment) * alignment;
  return { metadata, tensors, dataOffset, alignment };
}

function readValue(cursor: ByteCursor, type: number, key: string): MetadataValue {
  if (type === ARRAY) {
    const elementType = cursor.uint32();
    const count = cursor.count();
    const values: MetadataValue[] = [];
    for (let i = 0; i < count; i++) values.push(readValue(cursor, elementType, key));
    return values;
  }
  const read = readScalar[type];
  if (!read) throw new Error(`has metadata ${key} of the unknown type ${type}`);
  return read(cursor);
}

function readTensorEntry(cursor: ByteCursor): TensorEntry {
  const name = cursor.string();
  const rank = cursor.uint32();
  if (rank > MAX_DIMENSIONS)
    throw new Error(`has tensor ${name} of ${rank} dimensions; at most 4 are allowed`);
  const dimensions: number[] = [];
  for (let i = 0; i < rank; i++) dimensions.push(cursor.size());
  return { name, dimensions, type: cursor.uint32(), offset: cursor.size() };
}

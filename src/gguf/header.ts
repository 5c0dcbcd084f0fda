/**
 * The header of a GGUF file: its metadata and the list of its tensors.
 *
 * The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
import { ByteCursor } from "./byte-cursor.ts";
import { GgufError } from "./gguf-error.ts";
import { type MetadataValue, readValue } from "./metadata-value.ts";

export interface TensorEntry {
  readonly name: string;
  /** Innermost dimension first: `[columns, rows]` for a matrix. */
  readonly dimensions: readonly number[];
  /** GGML's number of the element type. */
  readonly type: number;
  /** Bytes from the start of the tensor data. */
  readonly offset: number;
}

export type Metadata = ReadonlyMap<string, MetadataValue>;

/** From `start` to before `end`, in bytes from the start of the file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface GgufHeader {
  readonly version: number;
  readonly metadata: Metadata;
  readonly tensors: readonly TensorEntry[];
  /** Start of the tensor data, in bytes from the start of the file. */
  readonly dataOffset: number;
  readonly alignment: number;
  /** Each key with its value, as bytes. */
  readonly entries: ReadonlyMap<string, ByteRange>;
  /** The list of tensors, as bytes. */
  readonly tensorList: ByteRange;
}

export const MAGIC = 0x46554747; // "GGUF", read as a little-endian number
export const ALIGNMENT_KEY = "general.alignment";
export const DEFAULT_ALIGNMENT = 32;
/** The value of `GGML_MAX_DIMS`. */
const MAX_DIMENSIONS = 4;

/** Bounds on what a damaged or hostile file can make us hold; llama.cpp's largest models have a hundredth of it. */
const MAX_ENTRIES = 1 << 16;
const MAX_TENSORS = 1 << 20;
const MAX_ALIGNMENT = 1 << 20;

/**
 * @param bytes the file's first bytes
 * @param fileSize bytes of the whole file
 * @throws {GgufError} if the file is not a GGUF file of version 2 or 3, or has an impossible header
 * @throws {MoreBytesNeeded} if the header goes on after `bytes`
 */
export function readHeader(bytes: Uint8Array, fileSize: number): GgufHeader {
  const cursor = new ByteCursor(bytes, fileSize);
  if (cursor.uint32() !== MAGIC) throw new GgufError('is not a GGUF file: it does not start with "GGUF"');
  const version = cursor.uint32();
  // A small number with its bytes in the other order.
  if (version >>> 16 !== 0) throw new GgufError("is a GGUF file for big-endian machines");
  if (version !== 2 && version !== 3) throw new GgufError(`has GGUF version ${version}; 2 and 3 can be read`);
  const tensorCount = cursor.count(MAX_TENSORS, "tensors");
  const entryCount = cursor.count(MAX_ENTRIES, "metadata entries");

  const metadata = new Map<string, MetadataValue>();
  const entries = new Map<string, ByteRange>();
  for (let i = 0; i < entryCount; i++) {
    const start = cursor.position;
    const key = cursor.string();
    if (metadata.has(key)) throw new GgufError(`has metadata ${key} twice`);
    metadata.set(key, readValue(cursor, key));
    entries.set(key, { start, end: cursor.position });
  }
  const alignment = readAlignment(metadata);

  const listStart = cursor.position;
  const tensors = new Map<string, TensorEntry>();
  for (let i = 0; i < tensorCount; i++) {
    const tensor = readTensorEntry(cursor, alignment);
    if (tensors.has(tensor.name)) throw new GgufError(`has tensor ${tensor.name} twice`);
    tensors.set(tensor.name, tensor);
  }
  return {
    version,
    metadata,
    tensors: [...tensors.values()],
    dataOffset: alignUp(cursor.position, alignment),
    alignment,
    entries,
    tensorList: { start: listStart, end: cursor.position },
  };
}

/** The smallest multiple of `alignment` that is not below `position`. */
export function alignUp(position: number, alignment: number): number {
  return Math.ceil(position / alignment) * alignment;
}

function readAlignment(metadata: Metadata): number {
  const alignment = metadata.get(ALIGNMENT_KEY) ?? DEFAULT_ALIGNMENT;
  if (typeof alignment !== "number" || !isPowerOfTwo(alignment) || alignment > MAX_ALIGNMENT)
    throw new GgufError(`has ${ALIGNMENT_KEY} = ${String(alignment)}, which is not a power of two`);
  return alignment;
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value)) && value >= 1;
}

function readTensorEntry(cursor: ByteCursor, alignment: number): TensorEntry {
  const name = cursor.string();
  const rank = cursor.uint32();
  if (rank > MAX_DIMENSIONS)
    throw new GgufError(`has tensor ${name} of ${rank} dimensions; at most ${MAX_DIMENSIONS} are allowed`);
  const dimensions: number[] = [];
  for (let i = 0; i < rank; i++) dimensions.push(cursor.size());
  const type = cursor.uint32();
  const offset = cursor.size();
  if (offset % alignment !== 0)
    throw new GgufError(`has tensor ${name} at ${offset}, not a multiple of ${alignment}`);
  return { name, dimensions, type, offset };
}

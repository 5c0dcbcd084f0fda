/** Writes the header of a GGUF file. */
import { concatenate } from "../util/concatenate.ts";
import { alignUp, DEFAULT_ALIGNMENT, MAGIC, type TensorEntry } from "./header.ts";
import { VALUE_TYPE } from "./metadata-value.ts";

/** A metadata value by its GGUF type. Arrays have the plural of the type of their elements. */
export type TypedValue =
  | { readonly uint32: number }
  | { readonly float32: number }
  | { readonly bool: boolean }
  | { readonly uint64: bigint }
  | { readonly string: string }
  | { readonly strings: readonly string[] }
  | { readonly int32s: readonly number[] }
  | { readonly float32s: readonly number[] };

export interface HeaderParts {
  readonly version?: number;
  /** Encoded entries (`encodeEntry`). */
  readonly entries: readonly Uint8Array[];
  readonly tensorCount: number;
  /** The encoded list of tensors (`encodeTensorEntry`). */
  readonly tensorList: Uint8Array;
  readonly alignment?: number;
}

/** A whole header, with zeros up to the start of the tensor data. */
export function encodeHeader({
  version = 3,
  entries,
  tensorCount,
  tensorList,
  alignment = DEFAULT_ALIGNMENT,
}: HeaderParts): Uint8Array<ArrayBuffer> {
  const start = [uint32(MAGIC), uint32(version), uint64(tensorCount), uint64(entries.length)];
  const header = concatenate([...start, ...entries, tensorList]);
  const padding = new Uint8Array(alignUp(header.length, alignment) - header.length);
  return concatenate([header, padding]);
}

export function encodeEntry(key: string, value: TypedValue): Uint8Array {
  return concatenate([encodeText(key), encodeValue(value)]);
}

export function encodeTensorEntry({ name, dimensions, type, offset }: TensorEntry): Uint8Array {
  const shape = [uint32(dimensions.length), ...dimensions.map(uint64)];
  return concatenate([encodeText(name), ...shape, uint32(type), uint64(offset)]);
}

/** An array of texts that are encoded already (`encodeText`). */
export function encodeTextArray(key: string, texts: readonly Uint8Array[]): Uint8Array {
  return concatenate([encodeText(key), array(VALUE_TYPE.string, texts)]);
}

const encoder = new TextEncoder();

/** A text after its length in bytes. */
export function encodeText(value: string): Uint8Array {
  const bytes = encoder.encode(value);
  return concatenate([uint64(bytes.length), bytes]);
}

function encodeValue(value: TypedValue): Uint8Array {
  if ("uint32" in value) return typed(VALUE_TYPE.uint32, uint32(value.uint32));
  if ("float32" in value) return typed(VALUE_TYPE.float32, float32(value.float32));
  if ("bool" in value) return typed(VALUE_TYPE.bool, Uint8Array.of(value.bool ? 1 : 0));
  if ("uint64" in value) return typed(VALUE_TYPE.uint64, uint64(value.uint64));
  if ("string" in value) return typed(VALUE_TYPE.string, encodeText(value.string));
  if ("strings" in value) return array(VALUE_TYPE.string, value.strings.map(encodeText));
  if ("float32s" in value) return array(VALUE_TYPE.float32, value.float32s.map(float32));
  return array(VALUE_TYPE.int32, value.int32s.map(uint32));
}

function typed(type: number, bytes: Uint8Array): Uint8Array {
  return concatenate([uint32(type), bytes]);
}

function array(elementType: number, elements: readonly Uint8Array[]): Uint8Array {
  return concatenate([uint32(VALUE_TYPE.array), uint32(elementType), uint64(elements.length), ...elements]);
}

/** Also of a negative number, as two's complement. */
function uint32(value: number): Uint8Array {
  return viewOf(4, (view) => view.setUint32(0, value, true));
}

function uint64(value: number | bigint): Uint8Array {
  return viewOf(8, (view) => view.setBigUint64(0, BigInt(value), true));
}

function float32(value: number): Uint8Array {
  return viewOf(4, (view) => view.setFloat32(0, value, true));
}

function viewOf(length: number, set: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length);
  set(new DataView(bytes.buffer));
  return bytes;
}

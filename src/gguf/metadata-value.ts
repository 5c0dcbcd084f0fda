import type { ByteCursor } from "./byte-cursor.ts";
import { GgufError } from "./gguf-error.ts";

/** A metadata value; 64-bit integers are `bigint`. */
export type MetadataValue = number | bigint | boolean | string | readonly MetadataValue[];

/** GGUF's numbers of the value types. */
export const VALUE_TYPE = {
  uint8: 0,
  int8: 1,
  uint16: 2,
  int16: 3,
  uint32: 4,
  int32: 5,
  float32: 6,
  bool: 7,
  string: 8,
  array: 9,
  uint64: 10,
  int64: 11,
  float64: 12,
} as const;

/** The largest vocabularies have 262,144 tokens and twice as many merges. */
const MAX_ELEMENTS = 1 << 22;
const MAX_NESTING = 4;

/** Readers of the value types, by number, except arrays. */
const readScalar: Readonly<Record<number, (cursor: ByteCursor) => MetadataValue>> = {
  [VALUE_TYPE.uint8]: (cursor) => cursor.uint8(),
  [VALUE_TYPE.int8]: (cursor) => cursor.int8(),
  [VALUE_TYPE.uint16]: (cursor) => cursor.uint16(),
  [VALUE_TYPE.int16]: (cursor) => cursor.int16(),
  [VALUE_TYPE.uint32]: (cursor) => cursor.uint32(),
  [VALUE_TYPE.int32]: (cursor) => cursor.int32(),
  [VALUE_TYPE.float32]: (cursor) => cursor.float32(),
  [VALUE_TYPE.bool]: (cursor) => cursor.uint8() !== 0,
  [VALUE_TYPE.string]: (cursor) => cursor.string(),
  [VALUE_TYPE.uint64]: (cursor) => cursor.uint64(),
  [VALUE_TYPE.int64]: (cursor) => cursor.int64(),
  [VALUE_TYPE.float64]: (cursor) => cursor.float64(),
};

/**
 * Reads a value after the number of its type.
 *
 * @param key the value's key, for errors
 * @throws {GgufError} if the type is unknown or an array has too many elements
 */
export function readValue(cursor: ByteCursor, key: string): MetadataValue {
  return readTyped(cursor, cursor.uint32(), key, MAX_NESTING);
}

function readTyped(cursor: ByteCursor, type: number, key: string, nesting: number): MetadataValue {
  if (type === VALUE_TYPE.array && nesting > 0) {
    const elementType = cursor.uint32();
    const count = cursor.count(MAX_ELEMENTS, `elements in metadata ${key}`);
    const values: MetadataValue[] = [];
    for (let i = 0; i < count; i++) values.push(readTyped(cursor, elementType, key, nesting - 1));
    return values;
  }
  const read = readScalar[type];
  if (!read) throw new GgufError(`has metadata ${key} of the unknown type ${type}`);
  return read(cursor);
}

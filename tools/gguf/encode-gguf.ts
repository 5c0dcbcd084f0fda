/** Writes whole GGUF files, for tests. */
import {
  encodeEntry,
  encodeHeader,
  encodeTensorEntry,
  type TypedValue,
} from "../../src/gguf/encode-header.ts";
import { alignUp, DEFAULT_ALIGNMENT } from "../../src/gguf/header.ts";
import { concatenate } from "../../src/util/concatenate.ts";

export interface WrittenTensor {
  readonly name: string;
  /** Innermost first. */
  readonly dimensions: readonly number[];
  /** GGML's number of the type. */
  readonly type: number;
  readonly bytes: Uint8Array;
}

export interface WrittenGguf {
  readonly version?: number;
  readonly metadata?: Readonly<Record<string, TypedValue>>;
  readonly tensors?: readonly WrittenTensor[];
  readonly alignment?: number;
}

/** The bytes of a GGUF file. */
export function encodeGguf({
  version = 3,
  metadata = {},
  tensors = [],
  alignment = DEFAULT_ALIGNMENT,
}: WrittenGguf): Uint8Array<ArrayBuffer> {
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
    tensorList: concatenate(list),
    alignment,
  });
  const data = tensors.flatMap(({ bytes }) => [
    bytes,
    new Uint8Array(alignUp(bytes.length, alignment) - bytes.length),
  ]);
  return concatenate([header, ...data]);
}

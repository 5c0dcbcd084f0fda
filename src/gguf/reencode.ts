import { concatenate } from "../util/concatenate.ts";
import { encodeEntry, encodeHeader, encodeTensorEntry } from "./encode-header.ts";
import { type ByteSource, type Gguf, readGguf } from "./gguf.ts";
import { alignUp, type TensorEntry } from "./header.ts";
import { q5FromQ4, q5Size } from "./q5-1.ts";
import type { Tensor } from "./tensors.ts";

const Q4_1 = 3;
const Q5_1 = 7;

const FILE_TYPE_KEY = "general.file_type";
/** Numbers of `general.file_type`. */
const MOSTLY_Q4_1 = 3;
const MOSTLY_Q5_1 = 9;

/**
 * Writes a GGUF file anew with its Q4_1 tensors as Q5_1, without loss. Other tensors and the metadata stay as they are.
 * Holds one tensor at a time.
 *
 * @returns the new file's bytes in order
 * @throws {GgufError} if the source is not a GGUF file, or a damaged one
 */
export async function* reencodeAsQ5(source: ByteSource): AsyncGenerator<Uint8Array> {
  const gguf = await readGguf(source);
  yield newHeader(gguf);
  for (const tensor of gguf.located.values()) {
    const bytes = await source.read(tensor.position, tensor.position + tensor.bytes);
    const written = tensor.type === "Q4_1" ? q5FromQ4(bytes) : bytes;
    yield written;
    const padding = alignUp(written.length, gguf.alignment) - written.length;
    if (padding > 0) yield new Uint8Array(padding);
  }
}

function newHeader(gguf: Gguf): Uint8Array {
  let end = 0;
  const list = gguf.tensors.map((entry) => {
    const type = entry.type === Q4_1 ? Q5_1 : entry.type;
    const moved: TensorEntry = { ...entry, type, offset: end };
    end = alignUp(end + newSize(gguf.located.get(entry.name)), gguf.alignment);
    return encodeTensorEntry(moved);
  });
  return encodeHeader({
    version: gguf.version,
    entries: [...gguf.entries].map(([key, { start, end }]) =>
      key === FILE_TYPE_KEY && gguf.metadata.get(key) === MOSTLY_Q4_1
        ? encodeEntry(key, { uint32: MOSTLY_Q5_1 })
        : gguf.bytes.subarray(start, end),
    ),
    tensorCount: gguf.tensors.length,
    tensorList: concatenate(list),
    alignment: gguf.alignment,
  });
}

function newSize(tensor: Tensor | undefined): number {
  if (!tensor) return 0;
  return tensor.type === "Q4_1" ? q5Size(tensor.bytes) : tensor.bytes;
}

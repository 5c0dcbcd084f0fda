import { MoreBytesNeeded } from "./byte-cursor.ts";
import { GgufError } from "./gguf-error.ts";
import { type GgufHeader, type Metadata, readHeader } from "./header.ts";
import { integerField } from "./metadata-fields.ts";
import { locateTensors, type Tensor } from "./tensors.ts";

/** A file of which parts can be read. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A GGUF file's header. Tensor data is not read. */
export interface Gguf extends GgufHeader {
  /** The file's bytes before `dataOffset`. */
  readonly bytes: Uint8Array;
  /** Bytes of the whole file. */
  readonly fileSize: number;
  /** By name, in the order of the header. */
  readonly located: ReadonlyMap<string, Tensor>;
}

/** Enough for the header of most files. */
const FIRST_WINDOW = 4 << 20;
/** The largest known header, of a vocabulary of 262,144 tokens, has 16 MB. */
const MAX_HEADER_BYTES = 256 << 20;

/**
 * Reads the header of a GGUF file and checks that every tensor has a known type and lies inside the file. Reads 4 MiB,
 * and more only where the header is longer.
 *
 * @throws {GgufError} if it is not a GGUF file of version 2 or 3, a damaged one, or a part of a model
 */
export async function readGguf(source: ByteSource): Promise<Gguf> {
  const { size: fileSize } = source;
  for (let window = FIRST_WINDOW; window <= MAX_HEADER_BYTES; window *= 4) {
    const bytes = await source.read(0, Math.min(window, fileSize));
    const header = tryReadHeader(bytes, fileSize);
    if (!header) continue;
    refuseSplit(header.metadata);
    const located = new Map(locateTensors(header, fileSize).map((tensor) => [tensor.name, tensor]));
    return { ...header, located, fileSize, bytes: bytes.subarray(0, header.dataOffset) };
  }
  throw new GgufError(`has a header of more than ${MAX_HEADER_BYTES} bytes`);
}

/** llama.cpp's tools split a model into several files, each with a header and some of the tensors. */
function refuseSplit(metadata: Metadata): void {
  const count = integerField(metadata, "split.count") ?? 1;
  if (count <= 1) return;
  const part = (integerField(metadata, "split.no") ?? 0) + 1;
  throw new GgufError(`is part ${part} of ${count} of a model: llama.cpp's gguf-split can merge them`);
}

/** Undefined if the header goes on after `bytes`. */
function tryReadHeader(bytes: Uint8Array, fileSize: number): GgufHeader | undefined {
  try {
    return readHeader(bytes, fileSize);
  } catch (error) {
    if (error instanceof MoreBytesNeeded) return undefined;
    throw error;
  }
}

/** A file of the browser or of a folder of it. Slices of it are read when they are needed. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}

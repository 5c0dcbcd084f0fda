import { type FileHandle, open } from "node:fs/promises";
import { ByteCursor } from "./byte-cursor.ts";
import { type MetadataValue, readHeader, type TensorEntry } from "./metadata.ts";

/** Storage of each element type: blocks of `weights` numbers in `bytes` bytes. */
const STORAGE = {
  F32: { number: 0, weights: 1, bytes: 4 },
  Q4_1: { number: 3, weights: 32, bytes: 20 },
  Q8_0: { number: 8, weights: 32, bytes: 34 },
} as const;

export type TensorType = keyof typeof STORAGE;

const TYPES: readonly TensorType[] = ["F32", "Q4_1", "Q8_0"];

export interface Tensor {
  readonly name: string;
  readonly type: TensorType;
  /** Weights per row. */
  readonly columns: number;
  /** 1 for a vector. */
  readonly rows: number;
  readonly bytes: number;
  /** Bytes from the start of the file. */
  readonly position: number;
}

/** An open GGUF file: metadata and tensor list are in memory, tensor data is read on demand. */
export interface Gguf {
  readonly metadata: ReadonlyMap<string, MetadataValue>;
  readonly tensors: ReadonlyMap<string, Tensor>;
  /** The tensor's blocks, unchanged. */
  read(tensor: Tensor): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens a GGUF file and checks that every tensor has a known type and lies inside the file.
 *
 * @throws with one line that names the file: not GGUF, another version, truncated, an unknown tensor type
 */
export async function openGguf(path: string): Promise<Gguf> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const header = readHeader(new ByteCursor(file.fd, size));
    const tensors = new Map<string, Tensor>();
    for (const entry of header.tensors) {
      if (entry.offset % header.alignment !== 0)
        throw new Error(`has tensor ${entry.name} at ${entry.offset}, not a multiple of ${header.alignment}`);
      tensors.set(entry.name, locate(entry, header.dataOffset, size));
    }
    return {
      metadata: header.metadata,
      tensors,
      read: (tensor) => readBytes(file, tensor),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw new Error(`${path} ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function locate(entry: TensorEntry, dataOffset: number, fileSize: number): Tensor {
  const { name } = entry;
  const type = TYPES.find((candidate) => STORAGE[candidate].number === entry.type);
  if (!type) throw new Error(`has tensor ${name} of type ${entry.type}; F32, Q4_1 and Q8_0 can be read`);
  const [columns = 1, rows = 1, ...more] = entry.dimensions;
  if (more.some((dimension) => dimension !== 1)) throw new Error(`has tensor ${name}, which is not a matrix`);
  const { weights, bytes: blockBytes } = STORAGE[type];
  if (columns % weights !== 0)
    throw new Error(`has tensor ${name} with rows of ${columns} weights, not a multiple of ${weights}`);

  const bytes = (columns / weights) * blockBytes * rows;
  const position = dataOffset + entry.offset;
  if (position + bytes > fileSize)
    throw new Error(
      `is truncated: tensor ${name} ends at ${position + bytes}, the file at ${fileSize} bytes`,
    );
  return { name, type, columns, rows, bytes, position };
}

async function readBytes(file: FileHandle, tensor: Tensor): Promise<Uint8Array> {
  const bytes = new Uint8Array(tensor.bytes);
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, tensor.position + done);
    if (bytesRead === 0)
      throw new Error(`tensor ${tensor.name} ended early: the file changed while it was read`);
    done += bytesRead;
  }
  return bytes;
}

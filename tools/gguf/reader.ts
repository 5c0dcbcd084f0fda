import { open } from "node:fs/promises";
import { GgufError } from "../../src/gguf/gguf-error.ts";
import { type ByteSource, type Gguf, readGguf } from "../../src/gguf/gguf.ts";
import type { Tensor } from "../../src/gguf/tensors.ts";

/** An open file of any kind. */
export interface OpenFile extends ByteSource {
  close(): Promise<void>;
}

export async function openFile(path: string): Promise<OpenFile> {
  const file = await open(path);
  const { size } = await file.stat();
  return {
    size,
    close: () => file.close(),
    read: async (start, end) => {
      const bytes = new Uint8Array(end - start);
      for (let done = 0; done < bytes.length;) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
        if (bytesRead === 0) throw new Error("The file became shorter while it was read.");
        done += bytesRead;
      }
      return bytes;
    },
  };
}

/** An open GGUF file: its header is in memory, tensor data is read on demand. */
export interface OpenGguf extends Gguf {
  /** The tensor's blocks, unchanged. */
  read(tensor: Tensor): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens a GGUF file and checks that every tensor has a known type and lies inside the file.
 *
 * @throws with one line that names the file: not GGUF, another version, truncated, an unknown tensor type
 */
export async function openGguf(path: string): Promise<OpenGguf> {
  const file = await openFile(path);
  try {
    return {
      ...(await readGguf(file)),
      read: ({ position, bytes }) => file.read(position, position + bytes),
      close: file.close,
    };
  } catch (error) {
    await file.close();
    throw error instanceof GgufError ? new Error(`${path} ${error.fault}`, { cause: error }) : error;
  }
}

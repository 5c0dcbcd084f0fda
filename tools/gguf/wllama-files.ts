import { basename } from "node:path";
import { reencodeAsQ5 } from "../../src/gguf/reencode.ts";
import { faultOf } from "./fault-of.ts";
import { openFile } from "./reader.ts";
import { type FileSum, writeParts } from "./summed-file.ts";

/** Static hosts limit the size of a file: the smallest of the common limits is 25 MiB. */
const PART_BYTES = 24 << 20;

export interface WllamaFiles {
  readonly gguf: string;
  /** The model's folder. The files go to `gguf/` below it. */
  readonly outDir: string;
  readonly partBytes?: number;
}

/**
 * Writes a GGUF file for llama.cpp on WebAssembly: with Q5_1 in place of Q4_1, without loss, and in parts, which
 * concatenated are the file. The first part is the header: with it, requests can be admitted before the weights are there.
 *
 * @returns the parts in order, with their checksums
 * @throws with one line that names the file at fault
 */
export async function makeWllamaFiles({
  gguf,
  outDir,
  partBytes = PART_BYTES,
}: WllamaFiles): Promise<FileSum[]> {
  const file = await openFile(gguf);
  const name = basename(gguf, ".gguf").replace("Q4_1", "Q5_1");
  try {
    return await writeParts(reencodeAsQ5(file), {
      folder: outDir,
      path: (number) => `gguf/${name}.gguf.part${number}`,
      partBytes,
    });
  } catch (error) {
    throw new Error(`${gguf} ${faultOf(error)}`, {
      cause: error,
    });
  } finally {
    await file.close();
  }
}

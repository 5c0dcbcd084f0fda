import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A file as listed in the deployment file; `path` is relative to the model's folder, with `/`. */
export interface FileSum {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file whose checksums are computed while it is written. */
export class SummedFile {
  bytes = 0;
  readonly #sha256 = createHash("sha256");
  readonly #md5 = createHash("md5");

  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
  ) {}

  static async create(folder: string, path: string): Promise<SummedFile> {
    const full = join(folder, path);
    await mkdir(dirname(full), { recursive: true });
    return new SummedFile(await open(full, "w"), path);
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.file.writeFile(bytes);
    this.#sha256.update(bytes);
    this.#md5.update(bytes);
    this.bytes += bytes.length;
  }

  /** Close the file. The MD5 checksum is for `tensor-cache.json`, whose format needs one. */
  async close(): Promise<FileSum & { readonly md5: string }> {
    await this.file.close();
    const { path, bytes } = this;
    return { path, bytes, sha256: this.#sha256.digest("hex"), md5: this.#md5.digest("hex") };
  }
}

/** An existing folder for `writeParts`, and names for the parts. */
export interface Parts {
  readonly folder: string;
  /** The path of part `number`, which counts from 1. */
  readonly path: (number: number) => string;
  readonly partBytes: number;
}

/** Writes the first of `chunks` as a file of its own, then the others in files of `partBytes`, the last one shorter. */
export async function writeParts(
  chunks: AsyncIterable<Uint8Array>,
  { folder, path, partBytes }: Parts,
): Promise<FileSum[]> {
  const files: FileSum[] = [];
  let part: SummedFile | undefined;
  const endPart = async () => {
    if (!part) return;
    const { path, bytes, sha256 } = await part.close();
    files.push({ path, bytes, sha256 });
    part = undefined;
  };
  try {
    let isFirst = true;
    for await (const chunk of chunks) {
      for (let done = 0; done < chunk.length;) {
        part ??= await SummedFile.create(folder, path(files.length + 1));
        const piece = chunk.subarray(done, done + partBytes - part.bytes);
        await part.write(piece);
        done += piece.length;
        if (part.bytes === partBytes) await endPart();
      }
      if (isFirst) await endPart();
      isFirst = false;
    }
  } finally {
    await endPart();
  }
  return files;
}

/** Write a small file at once. */
export async function writeSummed(folder: string, path: string, text: string): Promise<FileSum> {
  const file = await SummedFile.create(folder, path);
  await file.write(Buffer.from(text));
  const { bytes, sha256 } = await file.close();
  return { path, bytes, sha256 };
}

/** Length and SHA-256 checksum of an existing file. */
export async function sumFile(folder: string, path: string): Promise<FileSum> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, path), { highWaterMark: 1 << 20 })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { path, bytes, sha256: hash.digest("hex") };
}

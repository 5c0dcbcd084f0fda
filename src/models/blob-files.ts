/** Stores a person's own file, as a download stores a host's: part by part, each with its checksum. */
import type { CachedFile } from "./cached-file.ts";
import { totalSize } from "./cached-file.ts";
import { ModelError } from "./model-error.ts";
import type { ModelFiles } from "./model-files.ts";
import { putInCache } from "./put-in-cache.ts";
import { sha256 } from "./sha256.ts";

export type BlobFiles = Pick<ModelFiles, "fetchUnverified">;

/** The base of files that a person added. Nothing can be fetched from it again. */
export const ADDED_FILES = "file:///";

export function createBlobFiles(blob: Blob, caches: Pick<CacheStorage, "open">): BlobFiles {
  return {
    async fetchUnverified({ cacheName, key, offset = 0, bytes }, { signal, onBytes } = {}) {
      signal?.throwIfAborted();
      const content = await readPart(blob, offset, bytes ?? blob.size - offset);
      const sum = await sha256(content);
      signal?.throwIfAborted();
      await putInCache(caches, cacheName, key, content);
      onBytes?.(content.length);
      return { bytes: content.length, sha256: sum };
    },
  };
}

/** True if the files, one after the other, are the blob. */
export async function isSameContent(blob: Blob, files: readonly CachedFile[]): Promise<boolean> {
  if (totalSize(files) !== blob.size) return false;
  let offset = 0;
  for (const { bytes, sha256: sum } of files) {
    if ((await sha256(await readPart(blob, offset, bytes))) !== sum) return false;
    offset += bytes;
  }
  return true;
}

async function readPart(blob: Blob, offset: number, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.slice(offset, offset + bytes).arrayBuffer());
  } catch (error) {
    const message = "The file can no longer be read: it was moved, changed or removed. Add it again.";
    throw new ModelError("failed", message, { cause: error });
  }
}

/**
 * Incomplete files, kept in Cache Storage as consecutive parts: what has been downloaded survives a broken
 * connection, a pause and the end of the browser.
 */
import { scopedName } from "../scope/scoped-name.ts";
import { putInCache } from "./put-in-cache.ts";

export const PARTIAL_CACHE = scopedName("insitu/partial");

export interface PartialFiles {
  /** Number of bytes present, from the file's beginning. */
  size(key: string): Promise<number>;
  /** Store `bytes` as the part that begins at the offset `from`. @throws {ModelError} `no-space` */
  append(key: string, from: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The bytes present, at the beginning of an array of `size` bytes. */
  read(key: string, size: number): Promise<Uint8Array<ArrayBuffer>>;
  remove(key: string): Promise<void>;
}

export function createPartialFiles(caches: Pick<CacheStorage, "open">): PartialFiles {
  const partKey = (key: string, from: number) => `${key}?from=${from}`;

  async function* parts(
    key: string,
  ): AsyncGenerator<{ from: number; bytes: number; response: Response }, void> {
    const cache = await caches.open(PARTIAL_CACHE);
    for (let from = 0; ;) {
      const response = await cache.match(partKey(key, from));
      const bytes = Number(response?.headers.get("content-length") ?? 0);
      if (response === undefined || !(bytes > 0)) return;
      yield { from, bytes, response };
      from += bytes;
    }
  }

  return {
    async size(key) {
      let size = 0;
      for await (const { bytes } of parts(key)) size += bytes;
      return size;
    },
    append: (key, from, bytes) => putInCache(caches, PARTIAL_CACHE, partKey(key, from), bytes),
    async read(key, size) {
      const content = new Uint8Array(size);
      for await (const { from, response } of parts(key)) {
        content.set(new Uint8Array(await response.arrayBuffer()), from);
      }
      return content;
    },
    async remove(key) {
      const cache = await caches.open(PARTIAL_CACHE);
      for await (const { from } of parts(key)) await cache.delete(partKey(key, from));
    },
  };
}

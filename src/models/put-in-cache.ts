import { isQuotaExceeded } from "./quota.ts";
import { ModelError } from "./model-error.ts";

/**
 * Put bytes into Cache Storage.
 *
 * @throws {ModelError} `no-space`
 */
export async function putInCache(
  caches: Pick<CacheStorage, "open">,
  cacheName: string,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const cache = await caches.open(cacheName);
  const headers = { "content-type": "application/octet-stream", "content-length": String(bytes.length) };
  try {
    await cache.put(key, new Response(bytes, { headers }));
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    throw new ModelError(
      "no-space",
      `The browser has no room for ${bytes.length} more bytes of the model: free some disk space or remove another model.`,
      { cause: error },
    );
  }
}

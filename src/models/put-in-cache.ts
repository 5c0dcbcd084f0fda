import { EngineError } from "../contract/engine-error.ts";

/**
 * Put bytes into Cache Storage.
 *
 * @throws {EngineError} `failed`, where there is no room
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
    if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
    throw new EngineError(
      "failed",
      `The browser has no room for ${bytes.length} bytes more of the model: free some disk space or remove another model.`,
      undefined,
      { cause: error },
    );
  }
}

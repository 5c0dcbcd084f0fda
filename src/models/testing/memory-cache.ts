/** Cache Storage in memory, as far as model files use it. */
export interface MemoryCaches {
  readonly storage: Pick<CacheStorage, "open">;
  /** The bytes under `key`, to be looked at or changed. */
  bytes(cacheName: string, key: string): Uint8Array<ArrayBuffer> | undefined;
  /** The keys of everything that is there. */
  keys(): readonly string[];
  /** Delete it from every cache. */
  delete(key: string): void;
  /** Let every `put` fail for want of room, until there is some. */
  fillUp(): void;
  makeRoom(): void;
}

export function memoryCaches(): MemoryCaches {
  const caches = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>();
  let full = false;
  const entries = (name: string) => {
    const known = caches.get(name) ?? new Map<string, Uint8Array<ArrayBuffer>>();
    caches.set(name, known);
    return known;
  };
  const open = (name: string) => ({
    match: (key: string) => {
      const bytes = entries(name).get(key);
      const headers = { "content-length": String(bytes?.length) };
      return Promise.resolve(bytes && new Response(bytes, { headers }));
    },
    put: async (key: string, response: Response) => {
      if (full) throw new DOMException("full", "QuotaExceededError");
      entries(name).set(key, new Uint8Array(await response.arrayBuffer()));
    },
    delete: (key: string) => Promise.resolve(entries(name).delete(key)),
  });
  return {
    // The tests' subject calls no more of a cache than these.
    storage: { open: (name) => Promise.resolve(open(name) as unknown as Cache) },
    bytes: (cacheName, key) => entries(cacheName).get(key),
    keys: () => [...caches.values()].flatMap((cache) => [...cache.keys()]),
    delete: (key) => {
      for (const cache of caches.values()) cache.delete(key);
    },
    fillUp: () => {
      full = true;
    },
    makeRoom: () => {
      full = false;
    },
  };
}

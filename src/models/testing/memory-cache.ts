/** Cache Storage in memory, as far as model files use it. */
export interface MemoryCaches {
  readonly storage: Pick<CacheStorage, "open">;
  /** The stored bytes, for a test to inspect or change. */
  bytes(cacheName: string, key: string): Uint8Array<ArrayBuffer> | undefined;
  /** The keys of all entries. */
  keys(): readonly string[];
  /** Delete an entry from every cache. */
  delete(key: string): void;
  /** Make every `put` fail with a full quota, until `makeRoom`. */
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

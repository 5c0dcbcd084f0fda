/** Caches the nodes of messages that were scrolled out of view, so that scrolling back does not parse them again. */

/** Enough for several screens. */
const MAX_CACHED_MESSAGES = 60;

interface CachedNodes {
  readonly text: string;
  readonly nodes: readonly Node[];
}

const cache = new Map<string, CachedNodes>();

/** Removes a message's nodes from the cache and returns them: they can only be in one place. */
export function takeCachedNodes(id: string, text: string): readonly Node[] | undefined {
  const found = cache.get(id);
  cache.delete(id);
  return found?.text === text ? found.nodes : undefined;
}

export function cacheNodes(id: string, text: string, nodes: readonly Node[]): void {
  cache.delete(id);
  cache.set(id, { text, nodes });
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED_MESSAGES) return;
    cache.delete(oldest);
  }
}

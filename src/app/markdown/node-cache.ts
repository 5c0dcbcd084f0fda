/** Nodes of messages that were scrolled away, so that scrolling back does not parse them again. */

/** Messages whose nodes are kept: some screens full. */
const MAX_CACHED_MESSAGES = 60;

interface CachedNodes {
  readonly text: string;
  readonly nodes: readonly Node[];
}

const cache = new Map<string, CachedNodes>();

/** Take the nodes of a message out of what is kept: they can be in one place only. */
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

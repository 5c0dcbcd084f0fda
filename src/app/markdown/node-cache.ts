/** Nodes of messages that were scrolled away, so that scrolling back does not parse them again. */

/** Messages whose nodes are kept: some screens full. */
const MOST = 60;

interface Kept {
  readonly text: string;
  readonly nodes: readonly Node[];
}

const kept = new Map<string, Kept>();

/** Take the nodes of a message out of what is kept: they can be in one place only. */
export function takeCachedNodes(id: string, text: string): readonly Node[] | undefined {
  const found = kept.get(id);
  kept.delete(id);
  return found?.text === text ? found.nodes : undefined;
}

export function cacheNodes(id: string, text: string, nodes: readonly Node[]): void {
  kept.delete(id);
  kept.set(id, { text, nodes });
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) return;
    kept.delete(oldest);
  }
}

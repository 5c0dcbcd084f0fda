/**
 * Circles in a directed graph: one for each edge that closes one, in a walk that visits every node once.
 *
 * @param graph the targets of each node; targets that are no nodes are skipped
 * @example a → b → c → a gives [["a", "b", "c"]]
 */
export function findCircles(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  /** The nodes from the start of the walk to the current one. */
  const path: string[] = [];

  function visit(node: string): void {
    const start = path.indexOf(node);
    if (start !== -1) {
      circles.push(path.slice(start));
      return;
    }
    if (done.has(node)) return;
    path.push(node);
    for (const target of new Set(graph.get(node))) {
      if (graph.has(target)) visit(target);
    }
    path.pop();
    done.add(node);
  }

  for (const node of graph.keys()) visit(node);
  return circles;
}

/** @returns for example `a → b → a` */
export function describeCircle(circle: readonly string[]): string {
  return [...circle, ...circle.slice(0, 1)].join(" → ");
}

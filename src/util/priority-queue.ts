/** Gives its items back in the order of `precedes`: a binary heap, O(log n) for each operation. */
export class PriorityQueue<Item> {
  /** No item precedes its parent: the children of the item at `i` are at `2i + 1` and `2i + 2`. */
  readonly #heap: Item[] = [];
  readonly #precedes: (one: Item, other: Item) => boolean;

  /** @param precedes a strict order of the items */
  constructor(precedes: (one: Item, other: Item) => boolean) {
    this.#precedes = precedes;
  }

  push(item: Item): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = heap[parentAt];
      if (parent === undefined || !this.#precedes(item, parent)) break;
      heap[at] = parent;
      at = parentAt;
    }
    heap[at] = item;
  }

  /** Removes the first item; `undefined` if there is none. */
  pop(): Item | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let childAt = 2 * at + 1;
      const [left, right] = [heap[childAt], heap[childAt + 1]];
      if (left === undefined) break;
      let child = left;
      if (right !== undefined && this.#precedes(right, left)) {
        child = right;
        childAt += 1;
      }
      if (!this.#precedes(child, last)) break;
      heap[at] = child;
      at = childAt;
    }
    heap[at] = last;
    return first;
  }
}

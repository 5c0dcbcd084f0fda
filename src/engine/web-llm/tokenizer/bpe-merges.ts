/** Byte-pair encoding of a text without borders, in slices: a library's would take seconds for megabytes. */
import type { Sliced } from "../../../openai/sliced.ts";

/** Merges that are looked at in one go: a few milliseconds. */
export const MERGES_PER_SLICE = 4096;

interface Candidate {
  readonly rank: number;
  /** Of the left symbol. */
  readonly at: number;
  readonly left: string;
  readonly right: string;
}

/**
 * The symbols that `word` becomes: always the pair with the lowest rank is merged, the leftmost of several.
 * Source: https://huggingface.co/docs/tokenizers, `BPE`.
 *
 * @param rank of a pair, undefined where it is never merged
 */
export function* mergeSymbols(
  word: string,
  rank: (left: string, right: string) => number | undefined,
): Sliced<string[]> {
  const symbols: (string | undefined)[] = [];
  for (const symbol of word) {
    symbols.push(symbol);
    if (symbols.length % (4 * MERGES_PER_SLICE) === 0) yield;
  }
  const { length } = symbols;
  const next = new Int32Array(length);
  const previous = new Int32Array(length);
  for (let at = 0; at < length; at += 1) {
    next[at] = at + 1;
    previous[at] = at - 1;
  }
  const queue: Candidate[] = [];

  const propose = (at: number) => {
    const left = symbols[at];
    const right = symbols[next[at] ?? length];
    if (left === undefined || right === undefined) return;
    const found = rank(left, right);
    if (found !== undefined) push(queue, { rank: found, at, left, right });
  };

  for (let at = 0; at < length; at += 1) {
    propose(at);
    if (at % MERGES_PER_SLICE === MERGES_PER_SLICE - 1) yield;
  }
  for (let steps = 1; ; steps += 1) {
    if (steps % MERGES_PER_SLICE === 0) yield;
    const best = pop(queue);
    if (best === undefined) break;
    const { at, left, right } = best;
    const second = next[at] ?? length;
    // One of the two has been merged since.
    if (symbols[at] !== left || symbols[second] !== right) continue;
    symbols[at] = left + right;
    symbols[second] = undefined;
    const after = next[second] ?? length;
    next[at] = after;
    if (after < length) previous[after] = at;
    const before = previous[at] ?? -1;
    if (before >= 0) propose(before);
    propose(at);
  }
  return symbols.filter((symbol) => symbol !== undefined);
}

function precedes(one: Candidate, other: Candidate): boolean {
  return one.rank < other.rank || (one.rank === other.rank && one.at < other.at);
}

/** `heap` is a binary heap: an item precedes those at twice its place. */
function push(heap: Candidate[], item: Candidate): void {
  let at = heap.length;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || !precedes(item, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = item;
}

function pop(heap: Candidate[]): Candidate | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    const [left, right] = [heap[child], heap[child + 1]];
    if (left === undefined) break;
    let least = left;
    if (right !== undefined && precedes(right, left)) {
      least = right;
      child += 1;
    }
    if (!precedes(least, last)) break;
    heap[at] = least;
    at = child;
  }
  heap[at] = last;
  return first;
}

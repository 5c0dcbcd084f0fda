/** The merges of byte-pair encoding in slices: the library's would hold a thread up for seconds on megabytes. */
import type { Sliced } from "../../util/sliced.ts";
import { PriorityQueue } from "../../util/priority-queue.ts";

/** Candidates for a merge that are looked at in one slice: a few milliseconds. */
export const MERGES_PER_SLICE = 4096;

interface MergeCandidate {
  readonly rank: number;
  /** The index of the left symbol. */
  readonly at: number;
  readonly left: string;
  readonly right: string;
}

/** The rank of a pair in the tokenizer's list of merges; undefined for a pair that is never merged. */
export type MergeRank = (left: string, right: string) => number | undefined;

/**
 * The symbols that are left of `word` after all merges. The pair with the lowest rank is merged first; of equal
 * pairs, the leftmost. With the merges `l o`, `lo w` and `e r`:
 *
 *     l o w e r  →  lo w e r  →  low e r  →  low er
 *
 * The symbols form a linked list, so that a merge costs the same however long the word is. A pair that is gone by the
 * time its candidate comes up is skipped.
 *
 * Source: https://huggingface.co/docs/tokenizers, `BPE`.
 */
export function* applyMerges(word: string, rankOf: MergeRank): Sliced<string[]> {
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
  const candidates = new PriorityQueue<MergeCandidate>(precedes);

  const addCandidate = (at: number) => {
    const left = symbols[at];
    const right = symbols[next[at] ?? length];
    if (left === undefined || right === undefined) return;
    const rank = rankOf(left, right);
    if (rank !== undefined) candidates.push({ rank, at, left, right });
  };

  for (let at = 0; at < length; at += 1) {
    addCandidate(at);
    if (at % MERGES_PER_SLICE === MERGES_PER_SLICE - 1) yield;
  }
  for (let steps = 1; ; steps += 1) {
    if (steps % MERGES_PER_SLICE === 0) yield;
    const best = candidates.pop();
    if (best === undefined) break;
    const { at, left, right } = best;
    const rightAt = next[at] ?? length;
    // One of the two has been merged since.
    if (symbols[at] !== left || symbols[rightAt] !== right) continue;
    symbols[at] = left + right;
    symbols[rightAt] = undefined;
    const after = next[rightAt] ?? length;
    next[at] = after;
    if (after < length) previous[after] = at;
    const before = previous[at] ?? -1;
    if (before >= 0) addCandidate(before);
    addCandidate(at);
  }
  return symbols.filter((symbol) => symbol !== undefined);
}

function precedes(one: MergeCandidate, other: MergeCandidate): boolean {
  return one.rank < other.rank || (one.rank === other.rank && one.at < other.at);
}

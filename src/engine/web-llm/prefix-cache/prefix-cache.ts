/**
 * The sequences that a paged KV cache keeps, and the one that a new prompt continues. A prompt that goes on where a
 * sequence ends continues that sequence; one that shares only its start gets a fork of it, which shares whole pages.
 */

/** The content of one position: the id of a token, or the key of an image, which takes several positions. */
export type CacheItem = number | string;

/** The sequences of one KV cache. */
export interface KvSequences {
  /** Positions of a page. */
  readonly pageSize: number;
  /** Adds an empty sequence. */
  add(id: number): void;
  /** Adds a sequence with the first `length` positions of another one, a whole number of pages, which both share. */
  fork(parent: number, child: number, length: number): void;
  remove(id: number): void;
  /** Pages that no sequence uses. */
  freePages(): number;
}

export interface PrefixCache {
  /** The sequence that forward passes extend. */
  readonly current: number;
  /**
   * Chooses the sequence for a prompt.
   *
   * @returns the number of the prompt's first items that it holds already, fewer than all: the last item must be
   *   processed for the first token
   */
  begin(prompt: readonly CacheItem[]): number;
  /** Frees pages for `count` further items of the current sequence: others go, the least recently used one first. */
  reserve(count: number): void;
  /** Records items that the current sequence holds now. */
  append(items: readonly CacheItem[]): void;
  /** Removes the current sequence, whose content is uncertain after a failed forward pass. */
  discard(): void;
}

/** Bounds the time to find the longest common prefix. */
const MAX_SEQUENCES = 32;

interface KeptSequence {
  readonly id: number;
  readonly items: CacheItem[];
}

/** @param first the id of the empty sequence that the cache has already */
export function createPrefixCache(sequences: KvSequences, first = 0): PrefixCache {
  const { pageSize } = sequences;
  let current: KeptSequence = { id: first, items: [] };
  /** All but the current one, the least recently used one first. */
  const others: KeptSequence[] = [];
  let nextId = first + 1;

  function removeOldest(): void {
    const oldest = others.shift();
    if (oldest !== undefined) sequences.remove(oldest.id);
  }

  function open(parent: KeptSequence, shared: number): KeptSequence {
    const id = nextId++;
    if (shared > 0) sequences.fork(parent.id, id, shared);
    else sequences.add(id);
    return { id, items: parent.items.slice(0, shared) };
  }

  return {
    get current() {
      return current.id;
    },
    begin(prompt) {
      const kept = [...others, current];
      const [best, common] = longestPrefix(kept, prompt);
      const end = prompt.length - 1;
      const goesOn = common === best.items.length && common <= end && !isInsideImage(prompt, common);
      const next = goesOn ? best : open(best, wholePages(prompt, Math.min(common, end), pageSize));
      others.splice(0, others.length, ...kept.filter((sequence) => sequence !== next));
      current = next;
      while (others.length >= MAX_SEQUENCES) removeOldest();
      return current.items.length;
    },
    reserve(count) {
      const pages = Math.ceil(count / pageSize) + 1;
      while (others.length > 0 && sequences.freePages() < pages) removeOldest();
    },
    append(items) {
      for (const item of items) current.items.push(item);
    },
    discard() {
      sequences.remove(current.id);
      const id = nextId++;
      sequences.add(id);
      current = { id, items: [] };
    },
  };
}

/** The most recently used one of the sequences that share the longest prefix, and its length. */
function longestPrefix(
  kept: readonly KeptSequence[],
  prompt: readonly CacheItem[],
): readonly [best: KeptSequence, common: number] {
  const lengths = kept.map(({ items }) => commonLength(items, prompt));
  const longest = Math.max(...lengths);
  const best = kept[lengths.lastIndexOf(longest)];
  if (best === undefined) throw new Error("A prefix cache has at least one sequence.");
  return [best, longest];
}

function commonLength(items: readonly CacheItem[], prompt: readonly CacheItem[]): number {
  const end = Math.min(items.length, prompt.length);
  let index = 0;
  while (index < end && items[index] === prompt[index]) index++;
  return index;
}

/** The positions before `length` that are whole pages and end in no image, since an image is processed as a whole. */
function wholePages(prompt: readonly CacheItem[], length: number, pageSize: number): number {
  let end = length - (length % pageSize);
  while (end > 0 && isInsideImage(prompt, end)) end -= pageSize;
  return end;
}

function isInsideImage(prompt: readonly CacheItem[], position: number): boolean {
  return typeof prompt[position] === "string" && prompt[position] === prompt[position - 1];
}

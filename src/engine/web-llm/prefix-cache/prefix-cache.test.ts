import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CacheItem, createPrefixCache, type KvSequences, type PrefixCache } from "./prefix-cache.ts";

const PAGE_SIZE = 4;

/** A paged cache that holds items, and refuses what TVM's would refuse. */
function createPages(total: number) {
  /** The pages of each sequence; shared pages are equal by identity. */
  const sequences = new Map<number, CacheItem[][]>([[0, []]]);
  const get = (id: number): CacheItem[][] => {
    const pages = sequences.get(id);
    if (pages === undefined) throw new Error(`There is no sequence ${id}.`);
    return pages;
  };
  const kv: KvSequences = {
    pageSize: PAGE_SIZE,
    add(id) {
      if (sequences.has(id)) throw new Error(`Sequence ${id} exists.`);
      sequences.set(id, []);
    },
    fork(parent, child, length) {
      if (length % PAGE_SIZE !== 0) throw new Error("A page would have to be copied.");
      if (length > get(parent).flat().length) throw new Error("The parent is shorter.");
      if (sequences.has(child)) throw new Error(`Sequence ${child} exists.`);
      sequences.set(child, get(parent).slice(0, length / PAGE_SIZE));
    },
    remove(id) {
      get(id);
      sequences.delete(id);
    },
    freePages: () => total - new Set([...sequences.values()].flat()).size,
  };
  return {
    kv,
    ids: () => [...sequences.keys()],
    items: (id: number) => get(id).flat(),
    /** A forward pass. */
    write(id: number, items: readonly CacheItem[]) {
      const pages = get(id);
      for (const item of items) {
        const last = pages.at(-1);
        if (last !== undefined && last.length < PAGE_SIZE) last.push(item);
        else if (kv.freePages() > 0) pages.push([item]);
        else throw new Error("The KV cache is full.");
      }
    },
  };
}

function createCache(totalPages = 100) {
  const pages = createPages(totalPages);
  const cache = createPrefixCache(pages.kv);
  return { pages, cache };
}

/** Processes a prompt and a reply as an engine does. @returns the number of items that were cached */
function run(
  cache: PrefixCache,
  pages: ReturnType<typeof createPages>,
  prompt: readonly CacheItem[],
  reply: readonly CacheItem[] = [],
): number {
  const cached = cache.begin(prompt);
  const rest = prompt.slice(cached);
  for (const items of [rest, ...reply.map((item) => [item])]) {
    cache.reserve(items.length);
    pages.write(cache.current, items);
    cache.append(items);
  }
  return cached;
}

const items = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);

describe("createPrefixCache", () => {
  it("goes on where a conversation ended", () => {
    const { cache, pages } = createCache();
    const first = items(0, 10);
    expect(run(cache, pages, first, [100, 101])).toBe(0);
    expect(run(cache, pages, [...first, 100, 101, 7, 8])).toBe(12);
    expect(pages.ids()).toHaveLength(1);
  });

  it("shares whole pages of a prompt that goes on otherwise, and keeps both", () => {
    const { cache, pages } = createCache();
    const system = items(0, 10);
    run(cache, pages, [...system, 20], [21]);
    expect(run(cache, pages, [...system, 30], [31])).toBe(8);
    expect(run(cache, pages, [...system, 20, 21, 22])).toBe(12);
    expect(run(cache, pages, [...system, 30, 31, 32])).toBe(12);
  });

  it("processes the last item of an equal prompt again", () => {
    const { cache, pages } = createCache();
    const prompt = items(0, 8);
    run(cache, pages, prompt);
    expect(run(cache, pages, prompt)).toBe(4);
    expect(pages.items(cache.current)).toEqual(prompt);
  });

  it("reuses an image whole or not at all", () => {
    const { cache, pages } = createCache();
    const image = Array.from({ length: 6 }, () => "an image");
    run(cache, pages, [1, ...image, 2, 3, 4]);
    expect(run(cache, pages, [1, ...image, 2, 3, 9])).toBe(8);
    expect(run(cache, pages, [1, ...image, 8, 8])).toBe(0);
    const other = Array.from({ length: 6 }, () => "another image");
    expect(run(cache, pages, [1, ...other, 2])).toBe(0);
  });

  it("frees the conversation that was used least recently", () => {
    const { cache, pages } = createCache(6);
    run(cache, pages, items(0, 8));
    run(cache, pages, items(100, 8));
    run(cache, pages, [...items(0, 8), 50]);
    run(cache, pages, items(200, 4));
    expect(cache.begin(items(100, 9))).toBe(0);
    expect(cache.begin([...items(0, 8), 50, 51])).toBe(9);
  });

  it("uses every page for one conversation", () => {
    const { cache, pages } = createCache(6);
    run(cache, pages, items(0, 8));
    expect(() => run(cache, pages, items(100, 24))).not.toThrow();
  });

  it("forgets a sequence whose content is uncertain", () => {
    const { cache, pages } = createCache();
    const prompt = items(0, 8);
    run(cache, pages, prompt);
    cache.discard();
    expect(pages.items(cache.current)).toEqual([]);
    expect(run(cache, pages, prompt)).toBe(0);
  });

  it("bounds the number of sequences", () => {
    const { cache, pages } = createCache(1000);
    for (let index = 0; index < 100; index++) run(cache, pages, items(index * 10, 4));
    expect(pages.ids().length).toBeLessThanOrEqual(32);
  });

  it("holds exactly the prompt and the reply after any requests", () => {
    const item = fc.integer({ min: 0, max: 2 }).map((id): CacheItem => (id === 2 ? "image" : id));
    const request = fc.record({
      prompt: fc.array(item, { minLength: 1, maxLength: 30 }),
      reply: fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 10 }),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 30 }), (requests) => {
        const { cache, pages } = createCache(12);
        for (const { prompt, reply } of requests) {
          const cached = run(cache, pages, prompt, reply);
          expect(cached).toBeLessThan(prompt.length);
          expect(pages.items(cache.current)).toEqual([...prompt, ...reply]);
        }
      }),
    );
  });
});

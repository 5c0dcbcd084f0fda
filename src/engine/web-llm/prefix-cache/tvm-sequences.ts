/** The sequences of TVM's paged KV cache. */
import type { Pipeline, TvmFunction } from "./pipeline.ts";
import type { KvSequences } from "./prefix-cache.ts";

/** The `page_size` that web-llm creates its KV caches with. */
const PAGE_SIZE = 16;

/** @returns undefined if the model's library lacks a function for it */
export function tvmSequences({ tvm, kvCache }: Pipeline): KvSequences | undefined {
  const inScope = <Result>(run: () => Result): Result => {
    tvm.beginScope();
    try {
      return run();
    } finally {
      tvm.endScope();
    }
  };
  const find = (name: string): TvmFunction | undefined => {
    try {
      return inScope(() => tvm.detachFromCurrentScope(tvm.getGlobalFunc(`vm.builtin.${name}`)));
    } catch {
      return undefined;
    }
  };
  const add = find("kv_state_add_sequence");
  const fork = find("kv_state_fork_sequence");
  const remove = find("kv_state_remove_sequence");
  const countFreePages = find("attention_kv_cache_get_num_available_pages");
  if (!add || !fork || !remove || !countFreePages) return undefined;
  const int64 = (value: number) => tvm.scalar(value, "int64");
  return {
    pageSize: PAGE_SIZE,
    add: (id) => inScope(() => void add(kvCache, int64(id))),
    fork: (parent, child, length) =>
      inScope(() => void fork(kvCache, int64(parent), int64(child), int64(length))),
    remove: (id) => inScope(() => void remove(kvCache, int64(id))),
    freePages: () => inScope(() => Number(countFreePages(kvCache))),
  };
}

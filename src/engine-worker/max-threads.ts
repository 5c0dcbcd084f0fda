/** More threads than this make a model on the CPU hardly faster: memory is the limit. */
const MAX_THREADS = 8;

/**
 * Threads that a model on the CPU may use at most. One core is left for everything else: threads spin while they wait
 * for one another, so one that has no core of its own slows down all of them.
 */
export function maxThreads(cores: number): number {
  return Math.min(Math.max(cores - 1, 1), MAX_THREADS);
}

import type { Timers } from "../timers.ts";

interface Timer {
  at: number;
  readonly everyMs: number | undefined;
  readonly act: () => void;
}

/** Timers whose time a test advances. */
export class TestTimers implements Timers {
  #now = 0;
  readonly #timers = new Set<Timer>();

  /** Number of running timers. */
  get running(): number {
    return this.#timers.size;
  }

  once(afterMs: number, act: () => void): () => void {
    return this.#start({ at: this.#now + afterMs, everyMs: undefined, act });
  }

  every(intervalMs: number, act: () => void): () => void {
    return this.#start({ at: this.#now + intervalMs, everyMs: intervalMs, act });
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#now = next.at;
      if (next.everyMs === undefined) this.#timers.delete(next);
      else next.at += next.everyMs;
      next.act();
    }
    this.#now = end;
  }

  #start(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }
}

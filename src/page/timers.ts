/** Timers, to be replaced by a test's own clock. Each function returns one that stops the timer. */
export interface Timers {
  once(afterMs: number, act: () => void): () => void;
  every(intervalMs: number, act: () => void): () => void;
}

export const timers: Timers = {
  once(afterMs, act) {
    const timer = setTimeout(act, afterMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, act) {
    const timer = setInterval(act, intervalMs);
    return () => clearInterval(timer);
  },
};

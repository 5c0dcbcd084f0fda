const WINDOW_MS = 5_000;
const MIN_SPAN_MS = 1_000;

/** Measures how fast bytes arrive, over a window of five seconds. */
export class SpeedMeter {
  #samples: { readonly at: number; readonly bytes: number }[] = [];

  /** @param at milliseconds of a monotonic clock */
  add(at: number, loadedBytes: number): void {
    // Fewer than before: the host made a file start over.
    if (loadedBytes < (this.#samples.at(-1)?.bytes ?? 0)) this.#samples = [];
    this.#samples.push({ at, bytes: loadedBytes });
    // The last sample before the window is its starting point.
    while ((this.#samples[1]?.at ?? Infinity) <= at - WINDOW_MS) this.#samples.shift();
  }

  /** Null until a second has passed, and while nothing arrives. */
  bytesPerSecond(now: number): number | null {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at < now - WINDOW_MS) return null;
    const span = now - first.at;
    const gained = last.bytes - first.bytes;
    return span < MIN_SPAN_MS || gained <= 0 ? null : (gained * 1000) / span;
  }
}

/** Seconds until `totalBytes` have arrived; null without a total or a speed. */
export function secondsLeft(
  loadedBytes: number,
  totalBytes: number | null,
  bytesPerSecond: number | null,
): number | null {
  if (totalBytes === null || bytesPerSecond === null) return null;
  return Math.max(0, totalBytes - loadedBytes) / bytesPerSecond;
}

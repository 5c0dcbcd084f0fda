/** How fast bytes arrive, over the last few seconds. */
export interface SpeedMeter {
  /** @param now milliseconds of any clock that does not go back */
  add(now: number, loadedBytes: number): void;
  /** Null until a second has passed, and where nothing has arrived in the window. */
  bytesPerSecond(now: number): number | null;
}

const WINDOW_MS = 5_000;
const MIN_SPAN_MS = 1_000;

export function createSpeedMeter(): SpeedMeter {
  let samples: { readonly at: number; readonly bytes: number }[] = [];
  return {
    add(at, bytes) {
      // Fewer than before: the host made a file start over.
      if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = [];
      samples.push({ at, bytes });
      // The last one before the window is where the window begins.
      while ((samples[1]?.at ?? Infinity) <= at - WINDOW_MS) samples.shift();
    },
    bytesPerSecond(now) {
      const [first] = samples;
      const last = samples.at(-1);
      if (first === undefined || last === undefined || last.at < now - WINDOW_MS) return null;
      const seconds = (now - first.at) / 1000;
      const gained = last.bytes - first.bytes;
      return seconds * 1000 < MIN_SPAN_MS || gained <= 0 ? null : gained / seconds;
    },
  };
}

/** Seconds until `totalBytes` are there; null where that cannot be told. */
export function secondsLeft(
  loadedBytes: number,
  totalBytes: number | null,
  bytesPerSecond: number | null,
): number | null {
  if (totalBytes === null || bytesPerSecond === null) return null;
  return Math.max(0, totalBytes - loadedBytes) / bytesPerSecond;
}

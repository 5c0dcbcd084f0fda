import type { Engine } from "../contract/engine.ts";
import type { StreamPart } from "../contract/stream-part.ts";

/** Length of the window that the speed is averaged over, in milliseconds. */
const WINDOW_MS = 3_000;

/** Measures the speed of the current reply; the engine makes one reply at a time. */
export interface ReplySpeedMeter {
  /** Tokens per second; null without a reply, or with too few tokens. */
  tokensPerSecond(): number | null;
  /** The same engine, measured. */
  measure(engine: Engine): Engine;
}

/**
 * Counts the parts of text and of arguments, each of which is about one token.
 *
 * @param now the clock, in milliseconds
 */
export function createReplySpeedMeter(now: () => number = () => performance.now()): ReplySpeedMeter {
  /** Times of the current reply's tokens within the window. */
  let times: number[] = [];

  function forgetOld(): void {
    const since = now() - WINDOW_MS;
    while (times[0] !== undefined && times[0] < since) times.shift();
  }

  async function* count(parts: AsyncIterable<StreamPart>): AsyncGenerator<StreamPart> {
    let hasBegun = false;
    try {
      for await (const part of parts) {
        if (part.type === "text" || part.type === "tool-arguments") {
          if (!hasBegun) times = [];
          hasBegun = true;
          times.push(now());
          forgetOld();
        }
        yield part;
      }
    } finally {
      if (hasBegun) times = [];
    }
  }

  return {
    measure: (engine) => ({ generate: (request, signal) => count(engine.generate(request, signal)) }),

    tokensPerSecond() {
      forgetOld();
      const [first] = times;
      if (first === undefined || times.length < 2) return null;
      return ((times.length - 1) * 1000) / (now() - first);
    },
  };
}

import type { Engine } from "../contract/engine.ts";
import type { StreamPart } from "../contract/stream-part.ts";

/** What the speed is taken over, in milliseconds. */
const WINDOW = 3_000;

/** Counts the tokens that pass through an engine. A part of text or of arguments is about one token. */
export class SpeedMeter {
  readonly #now: () => number;
  /** When the latest tokens of the reply under way came; the engine makes one reply at a time. */
  #times: number[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Tokens a second of the reply under way, or null where it has too few of them. */
  get tokensPerSecond(): number | null {
    this.#forget();
    const [first] = this.#times;
    if (first === undefined || this.#times.length < 2) return null;
    return ((this.#times.length - 1) * 1000) / (this.#now() - first);
  }

  /** The same engine, measured. */
  measure(engine: Engine): Engine {
    return { generate: (request, signal) => this.#count(engine.generate(request, signal)) };
  }

  async *#count(parts: AsyncIterable<StreamPart>): AsyncGenerator<StreamPart> {
    let counted = false;
    try {
      for await (const part of parts) {
        if (part.type === "text" || part.type === "tool-arguments") {
          if (!counted) this.#times = [];
          counted = true;
          this.#times.push(this.#now());
          this.#forget();
        }
        yield part;
      }
    } finally {
      if (counted) this.#times = [];
    }
  }

  #forget(): void {
    const since = this.#now() - WINDOW;
    while (this.#times[0] !== undefined && this.#times[0] < since) this.#times.shift();
  }
}

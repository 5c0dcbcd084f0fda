import { partialMatchStart } from "../../util/partial-match.ts";

export interface StopMatch {
  /** Text that can be sent: none of it belongs to a stop text. */
  readonly text: string;
  /** True if a stop text ended the reply. What follows it is dropped. */
  readonly stopped: boolean;
}

/**
 * Ends a reply before the first stop text in it, however the reply is cut into pieces. Text that may be the beginning of
 * a stop text is held back. With the stop texts `STOP` and `TO`:
 *
 *     push("one S")  →  "one "         `S` may begin `STOP`
 *     push("TO")     →  ""             `TO` is complete, but `STO` began before it
 *     push("P two")  →  "", stopped
 */
export class StopMatcher {
  readonly #stops: readonly string[];
  #held = "";

  constructor(stops: readonly string[]) {
    this.#stops = stops;
  }

  /** Takes the next piece of the reply. */
  push(text: string): StopMatch {
    this.#held += text;
    const complete = this.#firstStop();
    const partial = partialMatchStart(this.#held, this.#stops);
    // A stop text that began earlier may still be completed, and would then be the first.
    if (complete < this.#held.length && complete <= partial) {
      return { text: this.#take(complete), stopped: true };
    }
    return { text: this.#take(partial), stopped: false };
  }

  /** Ends the reply: the text that was held back, up to a stop text in it. */
  end(): StopMatch {
    const complete = this.#firstStop();
    return { stopped: complete < this.#held.length, text: this.#take(complete) };
  }

  /** Index of the first complete stop text in the held text; the length of that if there is none. */
  #firstStop(): number {
    const found = this.#stops.map((stop) => this.#held.indexOf(stop)).filter((index) => index >= 0);
    return Math.min(this.#held.length, ...found);
  }

  #take(length: number): string {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return text;
  }
}

/** Ends a reply before the first stop text in it, however the text is cut into pieces. */
export interface StopMatcher {
  /**
   * Take the next piece of the reply.
   *
   * @returns the text that may be sent now, none of which can belong to a stop text, and whether the reply
   *   has ended; what came after a stop text is dropped
   */
  push(text: string): StopMatch;
  /** The reply has ended by itself: the rest of its text, up to a stop text in it. */
  end(): StopMatch;
}

export interface StopMatch {
  readonly text: string;
  readonly stopped: boolean;
}

export function createStopMatcher(stops: readonly string[]): StopMatcher {
  let held = "";

  const take = (length: number): string => {
    const text = held.slice(0, length);
    held = held.slice(length);
    return text;
  };

  return {
    push(text) {
      held += text;
      const whole = firstOccurrence(held, stops);
      const begun = firstBeginning(held, stops);
      // A stop text that began earlier may still turn out to be the first one.
      if (whole < held.length && whole <= begun) return { text: take(whole), stopped: true };
      return { text: take(begun), stopped: false };
    },
    end() {
      const whole = firstOccurrence(held, stops);
      return { stopped: whole < held.length, text: take(whole) };
    },
  };
}

/** Where the first stop text stands in `text`; its length if there is none. */
function firstOccurrence(text: string, stops: readonly string[]): number {
  return Math.min(text.length, ...stops.map((stop) => text.indexOf(stop)).filter((index) => index >= 0));
}

/** Where the earliest stop text begins that `text` breaks off in; its length if there is none. */
function firstBeginning(text: string, stops: readonly string[]): number {
  const longest = Math.max(0, ...stops.map((stop) => stop.length));
  for (let start = Math.max(0, text.length - longest + 1); start < text.length; start++) {
    const rest = text.slice(start);
    if (stops.some((stop) => stop.length > rest.length && stop.startsWith(rest))) return start;
  }
  return text.length;
}

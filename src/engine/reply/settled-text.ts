/**
 * The text of a reply that is decoded anew after every token. While a character's bytes are not all there,
 * the decoded text ends in U+FFFD, which the next token may replace: only what comes before is settled.
 */
export interface SettledText {
  /** @param decoded the whole reply so far @returns what has settled since the last call */
  advance(decoded: string): string;
  /**
   * @param decoded the whole reply, which has ended
   * @param cut whether it was cut off: a character of which only some bytes came is then left out
   * @returns the rest
   */
  end(decoded: string, cut: boolean): string;
}

export function createSettledText(): SettledText {
  let given = 0;
  const giveTo = (decoded: string, end: number): string => {
    const text = decoded.slice(given, end);
    given = Math.max(given, end);
    return text;
  };
  return {
    advance: (decoded) => giveTo(decoded, decoded.length - trailingReplacements(decoded)),
    // However many of its bytes came, a broken character decodes to one U+FFFD.
    end: (decoded, cut) => giveTo(decoded, decoded.length - (cut && decoded.endsWith("\uFFFD") ? 1 : 0)),
  };
}

function trailingReplacements(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === "\uFFFD") count++;
  return count;
}

/**
 * The text of a reply that is decoded anew after every token. While a character's bytes are not all there,
 * the decoded text ends in U+FFFD, which the next token may replace: only what comes before is settled.
 */
export interface SettledText {
  /** @param decoded the whole reply so far @returns what has settled since the last call */
  advance(decoded: string): string;
  /** @param decoded the whole reply, which has ended @returns the rest */
  end(decoded: string): string;
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
    end: (decoded) => giveTo(decoded, decoded.length),
  };
}

function trailingReplacements(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === "\uFFFD") count++;
  return count;
}

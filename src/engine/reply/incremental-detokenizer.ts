/**
 * The text of a reply that is decoded anew after every token. While a character's bytes are not all there,
 * the decoded text ends in U+FFFD, once or once for each byte, which later tokens may replace: only what
 * comes before is settled. A U+FFFD that the model wrote must go by another name here.
 */
export interface SettledText {
  /**
   * @param decoded the whole reply so far; at its end, a character of which only some bytes came is left out for good
   * @returns what has settled since the last call
   */
  advance(decoded: string): string;
}

export function createSettledText(): SettledText {
  let given = 0;
  return {
    advance(decoded) {
      const end = decoded.length - trailingReplacements(decoded);
      const text = decoded.slice(given, end);
      given = Math.max(given, end);
      return text;
    },
  };
}

function trailingReplacements(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === "\uFFFD") count++;
  return count;
}

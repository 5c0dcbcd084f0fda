/**
 * Turns the decoded text of a growing reply into pieces that are final. While the bytes of a character are incomplete,
 * the decoded text ends in U+FFFD, once or once for each byte, which later tokens may replace. So that is held back:
 *
 *     advance("a\uFFFD")  →  "a"     two of the four bytes of 😀
 *     advance("a😀")      →  "😀"
 *
 * A U+FFFD that the model wrote must have another name here (`../tokenizer/mark-replacements.ts`).
 */
export class IncrementalDetokenizer {
  /** Length of the text that was returned so far. */
  #finalLength = 0;

  /**
   * @param decoded the whole reply so far. Incomplete bytes at the end of the last call are dropped
   * @returns the text that has become final since the last call
   */
  advance(decoded: string): string {
    // A regular expression would search the whole reply for each token.
    let end = decoded.length;
    while (decoded[end - 1] === "\uFFFD") end -= 1;
    const text = decoded.slice(this.#finalLength, end);
    this.#finalLength = Math.max(this.#finalLength, end);
    return text;
  }
}

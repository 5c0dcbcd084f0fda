/**
 * Finds the end of a JSON object in text that comes in pieces:
 *
 *     scan('{"a": "}')     →  8, not complete: the brace is in a string
 *     scan('"}}\n')        →  2, complete
 */
export class JsonObjectScanner {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isComplete = false;

  /** True once the object's closing brace has come. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** @returns how many characters of `text` belong to the object */
  scan(text: string): number {
    let length = 0;
    while (length < text.length && !this.#isComplete) this.#read(text[length++]);
    return length;
  }

  #read(character: string | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInString) {
      if (character === "\\") this.#isEscaped = true;
      else if (character === '"') this.#isInString = false;
    } else if (character === '"') this.#isInString = true;
    else if (character === "{") this.#depth += 1;
    else if (character === "}") {
      this.#depth -= 1;
      this.#isComplete = this.#depth === 0;
    }
  }
}

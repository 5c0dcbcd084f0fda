/** A cursor over the text of a regular expression. */
export class PatternReader {
  readonly #source: string;
  #index = 0;

  constructor(source: string) {
    this.#source = source;
  }

  isAtEnd(): boolean {
    return this.#index >= this.#source.length;
  }

  /** @returns the UTF-16 unit `offset` units ahead; "" after the end */
  peek(offset = 0): string {
    return this.#source[this.#index + offset] ?? "";
  }

  /** Consumes `character` if it is next. */
  take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.#index++;
    return true;
  }

  /** Consumes the match of an expression that starts with `^`, if there is one here. */
  takeMatch(expression: RegExp): RegExpExecArray | undefined {
    const match = expression.exec(this.#source.slice(this.#index));
    if (match === null) return undefined;
    this.#index += match[0].length;
    return match;
  }

  /** Consumes one code point. */
  codePoint(): number {
    const code = this.#source.codePointAt(this.#index) ?? 0;
    this.#index += code > 0xffff ? 2 : 1;
    return code;
  }
}

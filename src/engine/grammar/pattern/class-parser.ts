import { CLASS_ESCAPES } from "../characters/character-classes.ts";
import {
  type CharacterSet,
  characterSet,
  type CodePointRange,
  complement,
} from "../characters/character-set.ts";
import { unsupportedSyntax } from "./pattern.ts";
import type { PatternReader } from "./pattern-reader.ts";

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** Parses character classes and escapes, from after the opening bracket or the backslash. */
export class ClassParser {
  readonly #reader: PatternReader;

  constructor(reader: PatternReader) {
    this.#reader = reader;
  }

  /**
   * `^a-z\d]`, with the closing bracket.
   *
   * @throws {PatternError}
   */
  bracketed(): CharacterSet {
    const isNegated = this.#reader.take("^");
    const ranges: CodePointRange[] = [];
    while (!this.#reader.take("]")) {
      const first = this.#classAtom();
      if (this.#reader.peek() === "-" && this.#reader.peek(1) !== "]" && first.length === 1) {
        this.#reader.take("-");
        const last = this.#classAtom();
        ranges.push([first[0]?.[0] ?? 0, last[0]?.[1] ?? 0]);
      } else ranges.push(...first);
    }
    const set = characterSet(ranges);
    return isNegated ? complement(set) : set;
  }

  #classAtom(): CharacterSet {
    if (!this.#reader.take("\\")) return single(this.#reader.codePoint());
    if (this.#reader.take("b")) return single(8);
    return this.#reader.take("-") ? single(0x2d) : this.escape();
  }

  /**
   * `d`, `n`, `x41`, `u00e9`, `u{1f600}`, `.`
   *
   * @throws {PatternError}
   */
  escape(): CharacterSet {
    const hexadecimal = this.#reader.takeMatch(/^(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\})/i);
    if (hexadecimal !== undefined) {
      const [, byte, unit, point] = hexadecimal;
      const code = Number.parseInt(byte ?? unit ?? point ?? "", 16);
      if (code >= 0xd800 && code <= 0xdfff) throw unsupportedSyntax("a surrogate");
      return single(code);
    }
    const code = this.#reader.codePoint();
    const character = String.fromCodePoint(code);
    const set = CLASS_ESCAPES[character];
    if (set !== undefined) return set;
    const control = CONTROL_ESCAPES[character];
    if (control !== undefined) return single(control);
    if (/[A-Za-z1-9]/.test(character)) throw unsupportedSyntax(`'\\${character}'`);
    return single(code);
  }
}

function single(code: number): CharacterSet {
  return [[code, code]];
}

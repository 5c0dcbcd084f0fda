/**
 * The JSON Schema keyword `pattern`: a regular expression of ECMA-262 with the flag `u`, found anywhere in the
 * string. Look-around, back references and word boundaries are not regular or not worth it: they are refused.
 */
import { CHARACTER_CLASSES, LINE_ENDS } from "../characters/character-classes.ts";
import { type CharacterSet, characterSet, complement, EVERY_CHARACTER } from "../characters/character-set.ts";
import type { CodePointRange } from "../ebnf/grammar.ts";

export type Pattern =
  | { readonly kind: "set"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly items: readonly Pattern[] }
  | { readonly kind: "choice"; readonly options: readonly Pattern[] }
  | { readonly kind: "repeat"; readonly item: Pattern; readonly min: number; readonly max: number };

const ANYTHING: Pattern = {
  kind: "repeat",
  item: { kind: "set", set: EVERY_CHARACTER },
  min: 0,
  max: Infinity,
};

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** Longer and deeper ones than anyone writes, and short enough for every recursion over them. */
const MAX_CHARACTERS = 4_096;
const MAX_GROUP_DEPTH = 64;
const MAX_REPETITIONS = 1_000_000;

/** The text is no regular expression, or holds what cannot be enforced; the message says which. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/**
 * @returns what the whole string must be
 * @throws {PatternError}
 */
export function parsePattern(source: string): Pattern {
  if (source.length > MAX_CHARACTERS)
    throw new PatternError(`must have at most ${MAX_CHARACTERS} characters`);
  if (groupDepth(source) > MAX_GROUP_DEPTH) {
    throw new PatternError(`must not nest groups deeper than ${MAX_GROUP_DEPTH}`);
  }
  if (!isValid(source)) {
    throw new PatternError("must be a regular expression of JavaScript with the flag 'u'");
  }
  return new Parser(source).parse();
}

function groupDepth(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of source.replaceAll(NO_GROUP, "")) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Escapes and classes, in which brackets open no group. */
const NO_GROUP = /\\.|\[(?:\\.|[^\]\\])*\]/gsu;

function isValid(source: string): boolean {
  try {
    return new RegExp(source, "u").unicode;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

class Parser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Pattern {
    const options = [this.#anchored()];
    while (this.#take("|")) options.push(this.#anchored());
    return options.length === 1 && options[0] ? options[0] : { kind: "choice", options };
  }

  /** An alternative of the whole, with anything before and after it where it is not anchored. */
  #anchored(): Pattern {
    const start = this.#take("^");
    const items = this.#items();
    const end = this.#take("$");
    if (!this.#done() && this.#peek() !== "|") throw unsupported("'^' and '$' inside it");
    return {
      kind: "sequence",
      items: [...(start ? [] : [ANYTHING]), ...items, ...(end ? [] : [ANYTHING])],
    };
  }

  #items(): Pattern[] {
    const items: Pattern[] = [];
    while (!this.#done() && !"|)$^".includes(this.#peek())) items.push(this.#quantified());
    return items;
  }

  #quantified(): Pattern {
    const item = this.#atom();
    const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at));
    if (match === null) return item;
    this.#at += match[0].length;
    const [, symbol, min = "", comma, max] = match;
    if (symbol === "*") return { kind: "repeat", item, min: 0, max: Infinity };
    if (symbol === "+") return { kind: "repeat", item, min: 1, max: Infinity };
    if (symbol === "?") return { kind: "repeat", item, min: 0, max: 1 };
    const most = comma === "" ? min : max;
    // A number of enough digits is read as Infinity, which no repetition can be counted up to.
    if (Math.max(Number(min), Number(most)) > MAX_REPETITIONS) {
      throw new PatternError(`must not count repetitions above ${MAX_REPETITIONS}`);
    }
    return { kind: "repeat", item, min: Number(min), max: most ? Number(most) : Infinity };
  }

  #atom(): Pattern {
    if (this.#take("(")) return this.#group();
    if (this.#take("[")) return { kind: "set", set: this.#class() };
    if (this.#take(".")) return { kind: "set", set: complement(LINE_ENDS) };
    if (this.#take("\\")) return { kind: "set", set: this.#escape() };
    return { kind: "set", set: single(this.#character()) };
  }

  #group(): Pattern {
    if (this.#take("?")) {
      const match = /^(?::|<[\p{ID_Start}$_][\p{ID_Continue}$]*>)/u.exec(this.#source.slice(this.#at));
      if (match === null) throw unsupported("look-around and modifiers");
      this.#at += match[0].length;
    }
    const options: Pattern[] = [];
    do options.push({ kind: "sequence", items: this.#items() });
    while (this.#take("|"));
    if (!this.#take(")")) throw unsupported("'^' and '$' inside a group");
    return { kind: "choice", options };
  }

  #class(): CharacterSet {
    const negated = this.#take("^");
    const ranges: CodePointRange[] = [];
    while (!this.#take("]")) {
      const first = this.#classAtom();
      if (this.#peek() === "-" && this.#source[this.#at + 1] !== "]" && first.length === 1) {
        this.#at++;
        const last = this.#classAtom();
        ranges.push([first[0]?.[0] ?? 0, last[0]?.[1] ?? 0]);
      } else ranges.push(...first);
    }
    const set = characterSet(ranges);
    return negated ? complement(set) : set;
  }

  #classAtom(): CharacterSet {
    if (!this.#take("\\")) return single(this.#character());
    return this.#take("b") ? single(8) : this.#take("-") ? single(0x2d) : this.#escape();
  }

  /** What stands behind a backslash. */
  #escape(): CharacterSet {
    const hexadecimal = /^(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\})/i.exec(
      this.#source.slice(this.#at),
    );
    if (hexadecimal !== null) {
      this.#at += hexadecimal[0].length;
      const [, byte, unit, point] = hexadecimal;
      const code = Number.parseInt(byte ?? unit ?? point ?? "", 16);
      if (code >= 0xd800 && code <= 0xdfff) throw unsupported("surrogates");
      return single(code);
    }
    const code = this.#character();
    const character = String.fromCodePoint(code);
    const set = CHARACTER_CLASSES[character];
    if (set !== undefined) return set;
    const control = CONTROLS[character];
    if (control !== undefined) return single(control);
    if (/[A-Za-z1-9]/.test(character)) throw unsupported(`'\\${character}'`);
    return single(code);
  }

  #character(): number {
    const code = this.#source.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  #done(): boolean {
    return this.#at >= this.#source.length;
  }

  #peek(): string {
    return this.#source[this.#at] ?? "";
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }
}

function single(code: number): CharacterSet {
  return [[code, code]];
}

function unsupported(what: string): PatternError {
  return new PatternError(`holds ${what}, which cannot be enforced`);
}

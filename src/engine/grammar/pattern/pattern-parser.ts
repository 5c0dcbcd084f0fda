import { LINE_TERMINATORS } from "../characters/character-classes.ts";
import { complement, EVERY_CHARACTER } from "../characters/character-set.ts";
import { ClassParser } from "./class-parser.ts";
import { type Pattern, PatternError, unsupportedSyntax } from "./pattern.ts";
import { PatternReader } from "./pattern-reader.ts";

const ANY_CHARACTERS: Pattern = {
  kind: "repetition",
  item: { kind: "class", set: EVERY_CHARACTER },
  min: 0,
  max: Infinity,
};

const MAX_REPETITIONS = 1_000_000;

/** A recursive-descent parser for regular expressions that are known to be valid. */
export class PatternParser {
  readonly #reader: PatternReader;
  readonly #classes: ClassParser;

  constructor(source: string) {
    this.#reader = new PatternReader(source);
    this.#classes = new ClassParser(this.#reader);
  }

  /** @throws {PatternError} */
  parse(): Pattern {
    const alternatives = [this.#anchoredAlternative()];
    while (this.#reader.take("|")) alternatives.push(this.#anchoredAlternative());
    const [only] = alternatives;
    return alternatives.length === 1 && only ? only : { kind: "choice", alternatives };
  }

  /** A top-level alternative; where it has no anchor, any characters may precede or follow it. */
  #anchoredAlternative(): Pattern {
    const startsAnchored = this.#reader.take("^");
    const items = this.#items();
    const endsAnchored = this.#reader.take("$");
    if (!this.#reader.isAtEnd() && this.#reader.peek() !== "|") {
      throw unsupportedSyntax("'^' or '$' in the middle");
    }
    return {
      kind: "sequence",
      items: [
        ...(startsAnchored ? [] : [ANY_CHARACTERS]),
        ...items,
        ...(endsAnchored ? [] : [ANY_CHARACTERS]),
      ],
    };
  }

  #items(): Pattern[] {
    const items: Pattern[] = [];
    while (!this.#reader.isAtEnd() && !"|)$^".includes(this.#reader.peek())) items.push(this.#quantified());
    return items;
  }

  #quantified(): Pattern {
    const item = this.#atom();
    const match = this.#reader.takeMatch(/^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/);
    if (match === undefined) return item;
    const [, symbol, min = "", comma, max] = match;
    if (symbol === "*") return { kind: "repetition", item, min: 0, max: Infinity };
    if (symbol === "+") return { kind: "repetition", item, min: 1, max: Infinity };
    if (symbol === "?") return { kind: "repetition", item, min: 0, max: 1 };
    const upper = comma === "" ? min : max;
    // A number with very many digits is parsed as Infinity, which is refused here too.
    if (Math.max(Number(min), Number(upper)) > MAX_REPETITIONS) {
      throw new PatternError(`must not count more than ${MAX_REPETITIONS} repetitions`);
    }
    return { kind: "repetition", item, min: Number(min), max: upper ? Number(upper) : Infinity };
  }

  #atom(): Pattern {
    if (this.#reader.take("(")) return this.#group();
    if (this.#reader.take("[")) return { kind: "class", set: this.#classes.bracketed() };
    if (this.#reader.take(".")) return { kind: "class", set: complement(LINE_TERMINATORS) };
    if (this.#reader.take("\\")) return { kind: "class", set: this.#classes.escape() };
    const code = this.#reader.codePoint();
    return { kind: "class", set: [[code, code]] };
  }

  #group(): Pattern {
    if (this.#reader.take("?")) {
      const match = this.#reader.takeMatch(/^(?::|<[\p{ID_Start}$_][\p{ID_Continue}$]*>)/u);
      if (match === undefined) throw unsupportedSyntax("look-around or a modifier");
    }
    const alternatives: Pattern[] = [];
    do alternatives.push({ kind: "sequence", items: this.#items() });
    while (this.#reader.take("|"));
    if (!this.#reader.take(")")) throw unsupportedSyntax("'^' or '$' in a group");
    return { kind: "choice", alternatives };
  }
}

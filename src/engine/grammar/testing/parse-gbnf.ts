/** The part of GBNF that `gbnf-printer.ts` writes. Source: `grammars/README.md` of llama.cpp. */
import type { CodePointRange } from "../characters/character-set.ts";
import { literalMatchable, type Matchable } from "./match.ts";

/** @throws {Error} at the first text that is not GBNF */
export function parseGbnf(grammar: string): ReadonlyMap<string, Matchable> {
  return new Map(
    grammar.split("\n").map((line): [string, Matchable] => {
      const [, name = "", body = ""] = /^([a-zA-Z0-9-]+) ::= (.*)$/u.exec(line) ?? [];
      const reader = new LineReader(body);
      const rule = reader.alternatives();
      if (name === "" || reader.rest !== "") throw new Error(`Not GBNF: ${name} ::= ${reader.rest}`);
      return [name, rule];
    }),
  );
}

class LineReader {
  constructor(public rest: string) {}

  /** The groups of a match at the start of the rest, which is then behind the match and the space after it. */
  #take(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.rest);
    if (match === null || match.index > 0) return undefined;
    this.rest = this.rest.slice(match[0].length).replace(/^ +/, "");
    return match;
  }

  alternatives(): Matchable {
    const alternatives = [this.#sequence()];
    while (this.#take(/\|/)) alternatives.push(this.#sequence());
    return { kind: "choice", alternatives };
  }

  #sequence(): Matchable {
    const items: Matchable[] = [];
    for (let item = this.#symbol(); item !== undefined; item = this.#symbol())
      items.push(this.#repeated(item));
    if (items.length === 0) throw new Error(`An alternative has no symbol: ${this.rest}`);
    return { kind: "sequence", items };
  }

  #symbol(): Matchable | undefined {
    const text = this.#take(/"((?:[^"\\]|\\.)*)"/u);
    if (text !== undefined) return literalMatchable(decoded(text[1]));
    const set = this.#take(/\[((?:[^\]\\]|\\.)+)\]/u);
    if (set !== undefined) return { kind: "class", set: ranges(set[1]) };
    const name = this.#take(/[a-zA-Z0-9-]+/)?.[0];
    if (name !== undefined) return { kind: "rule", name };
    if (this.#take(/\(/) === undefined) return undefined;
    const group = this.alternatives();
    if (this.#take(/\)/) === undefined) throw new Error(`A group is not closed: ${this.rest}`);
    return group;
  }

  #repeated(item: Matchable): Matchable {
    const [, sign, from, to] = this.#take(/([*+?])|\{(\d+)(?:,(\d+))?\}/) ?? [];
    if (sign !== undefined) {
      return { kind: "repetition", item, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity };
    }
    if (from === undefined) return item;
    // Above, llama.cpp refuses the grammar or drops the bound.
    if (Number(to ?? from) >= 2000) throw new Error(`Too many repetitions: ${to ?? from}`);
    return { kind: "repetition", item, min: Number(from), max: Number(to ?? from) };
  }
}

const CHARACTER = String.raw`\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|["\\])|[^\\]`;

function ranges(source = ""): CodePointRange[] {
  const members = source.matchAll(new RegExp(`(${CHARACTER})(?:-(${CHARACTER}))?`, "gsu"));
  return Array.from(members, ([, first = "", last = first]) => [codeOf(first), codeOf(last)] as const);
}

function decoded(source = ""): string {
  const found = source.match(new RegExp(CHARACTER, "gsu")) ?? [];
  return found.map((character) => String.fromCodePoint(codeOf(character))).join("");
}

function codeOf(character: string): number {
  const [, hex] = /^\\[xuU]([0-9a-f]+)$/.exec(character) ?? [];
  return hex === undefined ? (character.replace(/^\\/, "").codePointAt(0) ?? 0) : Number.parseInt(hex, 16);
}

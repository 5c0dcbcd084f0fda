/** Grammars in the EBNF of xgrammar, which web-llm decodes with. Source: https://xgrammar.mlc.ai/docs/ */
import { type CompileBudget, STEPS_PER_EXPRESSION } from "./compile-budget.ts";
import type { Expression, Grammar, Range } from "./expression.ts";

/**
 * Up to here every repetition is a state of its own, which is fast to decode with and slow to compile; above,
 * rules of 1, 2, 4, 8… repetitions are shared, of which it is the other way round.
 */
const MOST_STATES = 24;

/**
 * @returns EBNF whose start is the rule `root`, with the rules that it needs
 * @throws {import("./compile-budget.ts").CompileBudgetError}
 */
export function printGrammar({ root, rules }: Grammar, budget: CompileBudget): string {
  const printer = new Printer(budget);
  const lines = [`root ::= ${printer.print(root)}`];
  // Printing a rule may name others, which the set then visits too.
  for (const name of printer.named) {
    const rule = rules.get(name);
    if (rule !== undefined) lines.push(`${name} ::= ${printer.print(rule)}`);
  }
  return [...lines, ...printer.helpers].join("\n");
}

/** An alternative's text is copied into that of each one around it. */
const CHARACTERS_PER_STEP = 32;

class Printer {
  readonly named = new Set<string>();
  readonly helpers: string[] = [];
  readonly #helperNames = new Map<string, string>();

  constructor(readonly budget: CompileBudget) {}

  print(expression: Expression): string {
    const text = this.#print(expression);
    this.budget.spend(STEPS_PER_EXPRESSION + text.length / CHARACTERS_PER_STEP);
    return text;
  }

  #print(expression: Expression): string {
    switch (expression.kind) {
      case "text":
        return quoted(expression.text);
      case "character":
        return characterClass(expression.ascii, expression.wide);
      case "sequence":
        return expression.items.map((item) => this.print(item)).join(" ");
      case "choice":
        return `(${expression.options.map((option) => this.print(option)).join(" | ")})`;
      case "repeat":
        return this.#repeat(expression.item, expression.min, expression.max);
      case "rule":
        this.named.add(expression.name);
        return expression.name;
    }
  }

  #repeat(item: Expression, min: number, max: number): string {
    // A rule of its own, because what is repeated is copied, and copies of copies would soon be too many.
    const isShort = item.kind === "character" || item.kind === "rule";
    const body = isShort ? this.print(item) : this.#helper(this.print(item));
    if (max === Infinity) {
      return min === 0 ? `${body}*` : min === 1 ? `${body}+` : `${this.#exactly(body, min)} ${body}*`;
    }
    if (max <= MOST_STATES) return min === 0 && max === 1 ? `${body}?` : `${body}{${min},${max}}`;
    const required = min === 0 ? "" : `${this.#exactly(body, min)} `;
    return required + this.#upTo(body, max - min);
  }

  #exactly(body: string, times: number): string {
    return powers(times)
      .filter((power) => Math.floor(times / power) % 2 === 1)
      .map((power) => this.#power(body, power))
      .join(" ");
  }

  /** With 1, 2, 4… optional repetitions every number up to one less than a power of two can be made. */
  #upTo(body: string, times: number): string {
    const parts: number[] = [];
    let left = times;
    for (let power = 1; power <= left; power *= 2) {
      parts.unshift(power);
      left -= power;
    }
    const rest = left === 0 ? "" : ` (${this.#upTo(body, left)})`;
    return parts.map((power) => `(${this.#power(body, power)})?`).join(" ") + rest;
  }

  /** A rule of so many repetitions. */
  #power(body: string, times: number): string {
    if (times === 1) return this.#helper(body);
    const half = this.#power(body, times / 2);
    return this.#helper(`${half} ${half}`);
  }

  #helper(body: string): string {
    const known = this.#helperNames.get(body);
    if (known !== undefined) return known;
    const name = `h${this.#helperNames.size}`;
    this.#helperNames.set(body, name);
    this.helpers.push(`${name} ::= ${body}`);
    return name;
  }
}

function powers(limit: number): number[] {
  const list: number[] = [];
  for (let power = 1; power <= limit; power *= 2) list.unshift(power);
  return list;
}

// oxlint-disable-next-line no-control-regex -- these are the characters to escape
const NEEDS_ESCAPE = /["\\\u0000-\u001f]/g;
// oxlint-disable-next-line no-control-regex -- as above
const AFTER_SHORT_CODE = /(?<=[\u0000-\u001f\u007f-\u00ff])(?=[0-9a-f])/i;
const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * xgrammar 0.1.27 reads its grammars again from a text of its own, in which a character from U+0080 to U+00FF
 * is `\x` and its code, and takes a hexadecimal digit after it for a part of that: so a new literal begins there.
 */
function quoted(value: string): string {
  return value
    .split(AFTER_SHORT_CODE)
    .map((part) => `"${part.replace(NEEDS_ESCAPE, escaped)}"`)
    .join(" ");
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return ESCAPES[character] ?? (code < 0x20 ? `\\u${hexadecimal(code)}` : `\\${character}`);
}

/**
 * In xgrammar 0.1.27 a class with ranges above U+007F matches none of them, and a negated class matches all of
 * them: so a set with all of them is written as what it lacks.
 */
function characterClass(ascii: readonly Range[], wide: boolean): string {
  return wide ? `[^${classItems(complement(ascii))}]` : `[${classItems(ascii)}]`;
}

function complement(ascii: readonly Range[]): Range[] {
  const missing: Range[] = [];
  let next = 0;
  for (const [first, last] of ascii.toSorted(([a], [b]) => a - b)) {
    if (first > next) missing.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= 0x7f) missing.push([next, 0x7f]);
  return missing;
}

function classItems(ranges: readonly Range[]): string {
  return ranges
    .map(([first, last]) => (first === last ? classItem(first) : `${classItem(first)}-${classItem(last)}`))
    .join("");
}

function classItem(code: number): string {
  const character = String.fromCharCode(code);
  return /[0-9A-Za-z]/.test(character) ? character : `\\u${hexadecimal(code)}`;
}

function hexadecimal(code: number): string {
  return code.toString(16).padStart(4, "0");
}

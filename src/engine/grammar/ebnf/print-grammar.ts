/** Grammars in the EBNF of xgrammar, which web-llm decodes with. Source: https://xgrammar.mlc.ai/docs/ */
import { type CompileBudget, STEPS_PER_EXPRESSION } from "../compile-budget.ts";
import {
  choiceOf,
  type Expression,
  type Grammar,
  isNever,
  NEVER,
  type CodePointRange,
  repetition,
  type GrammarRules,
  sequence,
} from "./grammar.ts";

/**
 * Up to here every repetition is a state of its own, which is fast to decode with and slow to compile; above,
 * rules of 1, 2, 4, 8… repetitions are shared, of which it is the other way round.
 */
const MOST_STATES = 24;
/**
 * States of repetitions in one grammar: beyond, all are shared. For each, xgrammar looks at the whole vocabulary,
 * for some 4 ms with one of 49,152 tokens, and blocks the engine's worker meanwhile.
 */
const MAX_UNROLLED = 1_000;

/**
 * @returns EBNF whose start is the rule `root`, with the rules that it needs
 * @throws {CompileBudgetError}
 */
export function printGrammar({ root, rules }: Grammar, budget: CompileBudget): string {
  const printer = new Printer(budget);
  const start = withoutMissingRules(root, rules);
  // An empty alternative would be printed as an empty text.
  if (isNever(start)) throw new Error("The grammar matches nothing.");
  const lines = [`root ::= ${printer.print(start)}`];
  // Printing a rule may name others, which the set then visits too.
  for (const name of printer.named) {
    const rule = rules.get(name);
    if (rule !== undefined) lines.push(`${name} ::= ${printer.print(withoutMissingRules(rule, rules))}`);
  }
  return [...lines, ...printer.helpers].join("\n");
}

/**
 * A reference to a rule that turned out to match nothing, while it was still being made, matches nothing either:
 * the engine refuses a grammar that names a rule it does not have.
 */
function withoutMissingRules(expression: Expression, rules: GrammarRules): Expression {
  const inside = (item: Expression) => withoutMissingRules(item, rules);
  switch (expression.kind) {
    case "text":
    case "character":
      return expression;
    case "sequence":
      return sequence(...expression.items.map(inside));
    case "choice":
      return choiceOf(expression.options.map(inside));
    case "repeat":
      return repetition(inside(expression.item), expression.min, expression.max);
    case "rule":
      return rules.has(expression.name) ? expression : NEVER;
  }
}

/**
 * Groups in groups, before one becomes a rule. xgrammar's parser calls itself for each, and its stack of 64 KiB holds
 * between 100 and 200; beyond, it writes over its own memory, and later requests fail as well.
 */
const MAX_NESTING = 16;

/** An alternative's text is copied into that of each one around it. */
const CHARACTERS_PER_STEP = 32;

class Printer {
  readonly named = new Set<string>();
  readonly helpers: string[] = [];
  readonly #helperNames = new Map<string, string>();
  #unrolled = 0;
  /** Groups around what is being printed. */
  #nesting = 0;

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
        return this.#choice(expression.options);
      case "repeat":
        return this.#repeat(expression.item, expression.min, expression.max);
      case "rule":
        this.named.add(expression.name);
        return expression.name;
    }
  }

  #choice(options: readonly Expression[]): string {
    this.#nesting++;
    const text = options.map((option) => this.print(option)).join(" | ");
    this.#nesting--;
    return this.#nesting > 0 && this.#nesting % MAX_NESTING === 0 ? this.#helper(text) : `(${text})`;
  }

  #repeat(item: Expression, min: number, max: number): string {
    // A rule of its own, because what is repeated is copied, and copies of copies would soon be too many.
    const isShort = item.kind === "character" || item.kind === "rule";
    const body = isShort ? this.print(item) : this.#helper(this.print(item));
    if (max === Infinity) {
      return min === 0 ? `${body}*` : min === 1 ? `${body}+` : `${this.#exactly(body, min)} ${body}*`;
    }
    if (min === 0 && max === 1) return `${body}?`;
    if (max <= MOST_STATES && this.#unrolled + unrolledStates(min, max) <= MAX_UNROLLED) {
      this.#unrolled += unrolledStates(min, max);
      return `${body}{${min},${max}}`;
    }
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

/**
 * Number of copies of a repeated item that xgrammar 0.1.27 writes out: one for each number of repetitions up to 14, and above in
 * a rule of its own between two runs of 15. Source: `HandleRepetitionRange` in its `grammar_parser.cc`.
 */
function unrolledStates(min: number, max: number): number {
  let states = max > 15 ? 31 : max;
  for (let times = Math.max(1, min); times < Math.min(max, 15); times++) states += times;
  return states;
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
function characterClass(ascii: readonly CodePointRange[], wide: boolean): string {
  return wide ? `[^${classItems(complement(ascii))}]` : `[${classItems(ascii)}]`;
}

function complement(ascii: readonly CodePointRange[]): CodePointRange[] {
  const missing: CodePointRange[] = [];
  let next = 0;
  for (const [first, last] of ascii.toSorted(([a], [b]) => a - b)) {
    if (first > next) missing.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= 0x7f) missing.push([next, 0x7f]);
  return missing;
}

function classItems(ranges: readonly CodePointRange[]): string {
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

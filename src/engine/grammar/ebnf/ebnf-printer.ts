import { type CompileBudget, CHARACTERS_PER_STEP, STEPS_PER_EXPRESSION } from "../compile-budget.ts";
import { printCharacterClass, printLiteral } from "./ebnf-literals.ts";
import type { Expression } from "./grammar.ts";
import { HelperRules } from "./helper-rules.ts";
import type { ExpressionPrinter } from "./print-rules.ts";

/**
 * A repetition up to this bound is printed as `{min,max}`, which gives each repetition an automaton state of
 * its own: fast to decode with, slow to compile. Above it, rules for 1, 2, 4, 8… repetitions are shared: the
 * other way round.
 */
const MAX_UNROLLED_REPETITIONS = 24;
/**
 * Automaton states of unrolled repetitions in one grammar; beyond, repetitions share rules. For each state
 * xgrammar looks at the whole vocabulary, which takes about 4 ms with 49,152 tokens and blocks the engine
 * worker.
 */
const MAX_UNROLLED_STATES = 1_000;

/**
 * Every group at a multiple of this depth becomes a rule. xgrammar's parser recurses into groups, and its stack
 * of 64 KiB holds between 100 and 200 of them. It overflows into other memory, so that later requests fail too.
 */
const MAX_NESTED_GROUPS = 16;

export class EbnfPrinter implements ExpressionPrinter {
  readonly referencedRules = new Set<string>();
  readonly #helpers = new HelperRules();
  #unrolledStates = 0;
  /** Number of groups around the current expression. */
  #openGroups = 0;

  constructor(readonly budget: CompileBudget) {}

  get helperRules(): readonly string[] {
    return this.#helpers.lines;
  }

  print(expression: Expression): string {
    const text = this.#print(expression);
    // The text of a nested expression is copied into that of each one around it.
    this.budget.spend(STEPS_PER_EXPRESSION + text.length / CHARACTERS_PER_STEP);
    return text;
  }

  #print(expression: Expression): string {
    switch (expression.kind) {
      case "literal":
        return printLiteral(expression.text);
      case "character-class":
        return printCharacterClass(expression.ascii, expression.nonAscii);
      case "sequence":
        return expression.items.map((item) => this.print(item)).join(" ");
      case "choice":
        return this.#choice(expression.alternatives);
      case "repetition":
        return this.#repetition(expression.item, expression.min, expression.max);
      case "rule":
        this.referencedRules.add(expression.name);
        return expression.name;
    }
  }

  #choice(alternatives: readonly Expression[]): string {
    this.#openGroups++;
    const text = alternatives.map((alternative) => this.print(alternative)).join(" | ");
    this.#openGroups--;
    const isTooDeep = this.#openGroups > 0 && this.#openGroups % MAX_NESTED_GROUPS === 0;
    return isTooDeep ? this.#helpers.nameOf(text) : `(${text})`;
  }

  #repetition(item: Expression, min: number, max: number): string {
    // Long items become rules: repetitions are copied, and copies of copies grow exponentially.
    const isShort = item.kind === "character-class" || item.kind === "rule";
    const body = isShort ? this.print(item) : this.#helpers.nameOf(this.print(item));
    if (max === Infinity) {
      return min === 0 ? `${body}*` : min === 1 ? `${body}+` : `${this.#exactly(body, min)} ${body}*`;
    }
    if (min === 0 && max === 1) return `${body}?`;
    const states = countUnrolledStates(min, max);
    if (max <= MAX_UNROLLED_REPETITIONS && this.#unrolledStates + states <= MAX_UNROLLED_STATES) {
      this.#unrolledStates += states;
      return `${body}{${min},${max}}`;
    }
    const required = min === 0 ? "" : `${this.#exactly(body, min)} `;
    return required + this.#atMost(body, max - min);
  }

  /** The binary digits of `times`: 11 repetitions are 8, 2 and 1 of them. */
  #exactly(body: string, times: number): string {
    return powersOfTwo(times)
      .filter((power) => Math.floor(times / power) % 2 === 1)
      .map((power) => this.#power(body, power))
      .join(" ");
  }

  /**
   * Optional runs of 1, 2, 4… repetitions add up to every number below the next power of two, and the rest
   * follows likewise: up to 9 repetitions are `(4)? (2)? (1)? ((1)? ((1)?))`.
   */
  #atMost(body: string, times: number): string {
    const runs: number[] = [];
    let left = times;
    for (let power = 1; power <= left; power *= 2) {
      runs.unshift(power);
      left -= power;
    }
    const rest = left === 0 ? "" : ` (${this.#atMost(body, left)})`;
    return runs.map((power) => `(${this.#power(body, power)})?`).join(" ") + rest;
  }

  /** A rule of `times` repetitions, which is a power of two: twice the rule of half as many. */
  #power(body: string, times: number): string {
    if (times === 1) return this.#helpers.nameOf(body);
    const half = this.#power(body, times / 2);
    return this.#helpers.nameOf(`${half} ${half}`);
  }
}

/**
 * Number of copies of the item that xgrammar 0.1.27 makes of `{min,max}`: one alternative for each number of
 * repetitions up to 14; above, a rule between two runs of 15. Source: `HandleRepetitionRange` in its
 * `grammar_parser.cc`.
 */
function countUnrolledStates(min: number, max: number): number {
  let states = max > 15 ? 31 : max;
  for (let times = Math.max(1, min); times < Math.min(max, 15); times++) states += times;
  return states;
}

/** Powers of two up to `limit`, the largest first. */
function powersOfTwo(limit: number): number[] {
  const powers: number[] = [];
  for (let power = 1; power <= limit; power *= 2) powers.unshift(power);
  return powers;
}

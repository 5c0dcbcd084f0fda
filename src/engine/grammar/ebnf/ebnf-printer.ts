import { printCharacterClass, printLiteral } from "./ebnf-literals.ts";
import { ExpressionPrinter } from "./expression-printer.ts";
import type { Expression } from "./grammar.ts";

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
 * xgrammar's parser keeps its stack in 64 KiB, which hold between 100 and 200 nested groups. It overflows into other
 * memory, so that later requests fail too: `ExpressionPrinter` nests fewer.
 */
export class EbnfPrinter extends ExpressionPrinter {
  #unrolledStates = 0;

  protected override terminal(
    expression: Extract<Expression, { readonly kind: "literal" | "character-class" }>,
  ): string {
    if (expression.kind === "literal") return printLiteral(expression.text);
    return printCharacterClass(expression.ascii, expression.nonAscii);
  }

  protected override choice(alternatives: readonly Expression[]): string {
    return this.group(() => alternatives.map((alternative) => this.print(alternative)));
  }

  protected override repetition(item: Expression, min: number, max: number): string {
    // Long items become rules: repetitions are copied, and copies of copies grow exponentially.
    const isShort = item.kind === "character-class" || item.kind === "rule";
    const body = isShort ? this.print(item) : this.helpers.nameOf(this.print(item));
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
    if (times === 1) return this.helpers.nameOf(body);
    const half = this.#power(body, times / 2);
    return this.helpers.nameOf(`${half} ${half}`);
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

import { type CharacterSet, characterSet } from "../characters/character-set.ts";
import { STEPS_PER_EXPRESSION } from "../compile-budget.ts";
import { ExpressionPrinter } from "../ebnf/expression-printer.ts";
import type { Expression } from "../ebnf/grammar.ts";
import { isAmbiguous } from "./ambiguity.ts";
import { deterministicAutomaton } from "./deterministic-automaton.ts";
import { membersOf, printCharacterClass, printLiteral } from "./gbnf-literals.ts";
import { groupByPrefix } from "./literal-prefixes.ts";
import { isRegular } from "./position-automaton.ts";
import { printAutomaton } from "./print-automaton.ts";

/**
 * Repetitions are counted in chunks of this many. llama.cpp makes `max` rules of `{min,max}`, refuses a `min`
 * above 2,000, and takes a `max` above 2,000 for no bound at all.
 */
const CHUNK = 32;

export class GbnfPrinter extends ExpressionPrinter {
  /** Whether the current expression belongs to a regular one that is known to be unambiguous. */
  #isUnambiguous = false;

  /** An ambiguous regular expression becomes an automaton. */
  protected override printUncounted(expression: Expression): string {
    if (this.#isUnambiguous || isSimple(expression) || !isRegular(expression))
      return super.printUncounted(expression);
    if (isAmbiguous(expression, this.budget)) {
      return printAutomaton(deterministicAutomaton(expression, this.budget), this.helpers);
    }
    this.#isUnambiguous = true;
    const text = super.printUncounted(expression);
    this.#isUnambiguous = false;
    return text;
  }

  protected override terminal(
    expression: Extract<Expression, { readonly kind: "literal" | "character-class" }>,
  ): string {
    return expression.kind === "literal"
      ? printLiteral(expression.text)
      : printCharacterClass(membersOf(expression));
  }

  /**
   * llama.cpp keeps a stack for each alternative that may come next, and matches every token with every stack.
   * So single characters become one class, and literals share their prefixes:
   * `"a" | "b" | "cd" | "ce"` → `[ab] | "c" [de]`.
   */
  protected override choice(alternatives: readonly Expression[]): string {
    const texts: string[] = [];
    const ranges: CharacterSet[] = [];
    const others: Expression[] = [];
    for (const alternative of alternatives) {
      if (alternative.kind === "literal") texts.push(alternative.text);
      else if (alternative.kind === "character-class") ranges.push(membersOf(alternative));
      else others.push(alternative);
    }
    return this.group(() => [
      ...this.#texts(texts, characterSet(ranges.flat())),
      ...others.map((other) => this.print(other)),
    ]);
  }

  /** The alternatives for some literals, and for one character of `characters`. */
  #texts(texts: readonly string[], characters: CharacterSet): string[] {
    this.budget.spend(STEPS_PER_EXPRESSION * texts.length);
    const { isEmptyIncluded, single, longer } = groupByPrefix(texts);
    const set = characterSet([...characters, ...single]);
    return [
      ...(isEmptyIncluded ? ['""'] : []),
      ...(set.length > 0 ? [printCharacterClass(set)] : []),
      ...longer.map(({ prefix, rests }) =>
        rests.length === 1 && rests[0] === ""
          ? printLiteral(prefix)
          : `${printLiteral(prefix)} ${this.group(() => this.#texts(rests, []))}`,
      ),
    ];
  }

  protected override repetition(item: Expression, min: number, max: number): string {
    const text = this.print(item);
    const isSymbol = item.kind === "character-class" || item.kind === "rule";
    const body = isSymbol ? text : this.helpers.nameOf(text);
    if (min === 0 && max === 1) return `${body}?`;
    if (max < 2 * CHUNK) return `${body}{${min},${max}}`;
    if (max < Infinity) return [...this.#exactly(body, min), this.#atMost(body, max - min)].join(" ");
    return min === 1 ? `${body}+` : [...this.#exactly(body, min), `${body}*`].join(" ");
  }

  #exactly(body: string, times: number): string[] {
    if (times <= 1) return times === 0 ? [] : [body];
    if (times < 2 * CHUNK) return [`${body}{${times}}`];
    const rest = times % CHUNK;
    const chunks = this.#exactly(this.#chunk(body), (times - rest) / CHUNK);
    return [...chunks, ...this.#exactly(body, rest)];
  }

  /** Up to 100 repetitions are up to two chunks of 32, then up to 36. */
  #atMost(body: string, times: number): string {
    if (times < 2 * CHUNK) return `${body}{0,${times}}`;
    const chunks = Math.floor((times - CHUNK + 1) / CHUNK);
    return `${this.#atMost(this.#chunk(body), chunks)} ${body}{0,${times - chunks * CHUNK}}`;
  }

  #chunk(body: string): string {
    return this.helpers.nameOf(`${body}{${CHUNK}}`);
  }
}

/** One symbol, however often it is repeated. */
function isSimple(expression: Expression): boolean {
  const symbol = expression.kind === "repetition" ? expression.item : expression;
  if (symbol.kind === "literal") return symbol.text !== "";
  return symbol.kind === "character-class" || symbol.kind === "rule";
}

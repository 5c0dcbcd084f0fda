import { type CharacterSet, characterSet } from "../characters/character-set.ts";
import { type CompileBudget, CHARACTERS_PER_STEP, STEPS_PER_EXPRESSION } from "../compile-budget.ts";
import type { Expression } from "../ebnf/grammar.ts";
import { HelperRules } from "../ebnf/helper-rules.ts";
import type { ExpressionPrinter } from "../ebnf/print-rules.ts";
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

/** Every group at a multiple of this depth becomes a rule: llama.cpp's parser recurses into groups. */
const MAX_NESTED_GROUPS = 16;

export class GbnfPrinter implements ExpressionPrinter {
  readonly referencedRules = new Set<string>();
  readonly #helpers = new HelperRules();
  /** Number of groups around the current expression. */
  #openGroups = 0;
  /** Whether the current expression belongs to a regular one that is known to be unambiguous. */
  #isUnambiguous = false;

  constructor(readonly budget: CompileBudget) {}

  get helperRules(): readonly string[] {
    return this.#helpers.lines;
  }

  print(expression: Expression): string {
    const text = this.#isUnambiguous ? this.#print(expression) : this.#printUnambiguous(expression);
    // The text of a nested expression is copied into that of each one around it.
    this.budget.spend(STEPS_PER_EXPRESSION + text.length / CHARACTERS_PER_STEP);
    return text;
  }

  /** An ambiguous regular expression becomes an automaton. */
  #printUnambiguous(expression: Expression): string {
    if (isSimple(expression) || !isRegular(expression)) return this.#print(expression);
    if (isAmbiguous(expression, this.budget)) {
      return printAutomaton(deterministicAutomaton(expression, this.budget), this.#helpers);
    }
    this.#isUnambiguous = true;
    const text = this.#print(expression);
    this.#isUnambiguous = false;
    return text;
  }

  #print(expression: Expression): string {
    switch (expression.kind) {
      case "literal":
        return printLiteral(expression.text);
      case "character-class":
        return printCharacterClass(membersOf(expression));
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

  /**
   * llama.cpp keeps a stack for each alternative that may come next, and matches every token with every stack.
   * So single characters become one class, and literals share their prefixes:
   * `"a" | "b" | "cd" | "ce"` → `[ab] | "c" [de]`.
   */
  #choice(alternatives: readonly Expression[]): string {
    const texts: string[] = [];
    const ranges: CharacterSet[] = [];
    const others: Expression[] = [];
    for (const alternative of alternatives) {
      if (alternative.kind === "literal") texts.push(alternative.text);
      else if (alternative.kind === "character-class") ranges.push(membersOf(alternative));
      else others.push(alternative);
    }
    return this.#group(() => [
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
          : `${printLiteral(prefix)} ${this.#group(() => this.#texts(rests, []))}`,
      ),
    ];
  }

  #group(print: () => readonly string[]): string {
    this.#openGroups++;
    const alternatives = print();
    this.#openGroups--;
    const [only] = alternatives;
    if (only !== undefined && alternatives.length === 1) return only;
    const text = alternatives.join(" | ");
    const isTooDeep = this.#openGroups > 0 && this.#openGroups % MAX_NESTED_GROUPS === 0;
    return isTooDeep ? this.#helpers.nameOf(text) : `(${text})`;
  }

  #repetition(item: Expression, min: number, max: number): string {
    const text = this.print(item);
    const isSymbol = item.kind === "character-class" || item.kind === "rule";
    const body = isSymbol ? text : this.#helpers.nameOf(text);
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
    return this.#helpers.nameOf(`${body}{${CHUNK}}`);
  }
}

/** One symbol, however often it is repeated. */
function isSimple(expression: Expression): boolean {
  const symbol = expression.kind === "repetition" ? expression.item : expression;
  if (symbol.kind === "literal") return symbol.text !== "";
  return symbol.kind === "character-class" || symbol.kind === "rule";
}

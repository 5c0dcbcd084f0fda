/**
 * Grammars as data: what a reply may consist of. `print-grammar.ts` writes them in the notation of the engine
 * that enforces them.
 */

import { CompileBudget } from "../compile-budget.ts";

/** Code points from the first to the second, both inclusive. */
export type CodePointRange = readonly [first: number, last: number];

export type Expression =
  | { readonly kind: "text"; readonly text: string }
  /** One character: of these below U+0080, and any above if `wide`. */
  | { readonly kind: "character"; readonly ascii: readonly CodePointRange[]; readonly wide: boolean }
  | { readonly kind: "sequence"; readonly items: readonly Expression[] }
  | { readonly kind: "choice"; readonly options: readonly Expression[] }
  | { readonly kind: "repeat"; readonly item: Expression; readonly min: number; readonly max: number }
  | { readonly kind: "rule"; readonly name: string };

export type GrammarRules = ReadonlyMap<string, Expression>;

export interface Grammar {
  readonly root: Expression;
  readonly rules: GrammarRules;
}

export const EMPTY_STRING: Expression = { kind: "text", text: "" };
/** Matches no text at all. */
export const NEVER: Expression = { kind: "choice", options: [] };

export function isNever(expression: Expression): boolean {
  return expression.kind === "choice" && expression.options.length === 0;
}

export function literal(value: string): Expression {
  return { kind: "text", text: value };
}

/** One character below U+0080, written as in a regular expression's class: `0-9a-f`. */
export function asciiClass(ranges: string): Expression {
  const ascii: CodePointRange[] = [];
  for (const [, first = "", last = first] of ranges.matchAll(/(.)(?:-(.))?/g)) {
    ascii.push([first.charCodeAt(0), last.charCodeAt(0)]);
  }
  return { kind: "character", ascii, wide: false };
}

export const DIGIT = asciiClass("0-9");

export function sequence(...items: readonly Expression[]): Expression {
  if (items.some(isNever)) return NEVER;
  const useful = items.filter((item) => !(item.kind === "text" && item.text === ""));
  const [only] = useful;
  if (only === undefined) return EMPTY_STRING;
  return useful.length === 1 ? only : { kind: "sequence", items: useful };
}

export function choice(...options: readonly Expression[]): Expression {
  return choiceOf(options);
}

/** For lists that may be too long to be arguments. */
export function choiceOf(options: readonly Expression[]): Expression {
  const useful = options.flatMap((option) => (option.kind === "choice" ? option.options : [option]));
  const [only] = useful;
  return only !== undefined && useful.length === 1 ? only : { kind: "choice", options: useful };
}

export function repetition(item: Expression, min: number, max: number): Expression {
  if (max < min) return NEVER;
  if (max === 0 || isNever(item)) return min === 0 ? EMPTY_STRING : NEVER;
  return min === 1 && max === 1 ? item : { kind: "repeat", item, min, max };
}

export function optional(item: Expression): Expression {
  return repetition(item, 0, 1);
}

/** Collects rules. A rule is known by a key, so that what recurs is made once and may refer to itself. */
export class GrammarBuilder {
  readonly #rules = new Map<string, Expression>();
  readonly #references = new Map<string, Expression>();

  constructor(readonly budget: CompileBudget = new CompileBudget()) {}

  get rules(): GrammarRules {
    return this.#rules;
  }

  /** A reference to the rule of that key, which `make` makes if it is new; NOTHING where it matches nothing. */
  define(key: string, make: () => Expression): Expression {
    const known = this.#references.get(key);
    if (known !== undefined) return known;
    this.budget.spend(2);
    const name = `r${this.#references.size}`;
    this.#references.set(key, { kind: "rule", name });
    const expression = make();
    if (isNever(expression)) this.#references.set(key, NEVER);
    else this.#rules.set(name, expression);
    return this.#references.get(key) ?? NEVER;
  }
}

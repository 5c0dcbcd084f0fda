/** Grammars as data. `print-grammar.ts` turns them into EBNF. */
import type { CharacterSet } from "../characters/character-set.ts";

export type Expression =
  | { readonly kind: "literal"; readonly text: string }
  /** One character: one of `ascii`, or any above U+007F if `nonAscii`. */
  | { readonly kind: "character-class"; readonly ascii: CharacterSet; readonly nonAscii: boolean }
  | { readonly kind: "sequence"; readonly items: readonly Expression[] }
  | { readonly kind: "choice"; readonly alternatives: readonly Expression[] }
  | { readonly kind: "repetition"; readonly item: Expression; readonly min: number; readonly max: number }
  /** A non-terminal: stands for the expression of the rule of that name. */
  | { readonly kind: "rule"; readonly name: string };

/** The productions of a grammar, by the names of their non-terminals. */
export type GrammarRules = ReadonlyMap<string, Expression>;

export interface Grammar {
  readonly root: Expression;
  readonly rules: GrammarRules;
}

/** Matches the empty string alone. */
export const EMPTY_STRING: Expression = { kind: "literal", text: "" };
/** Matches no string at all: the empty language. */
export const NEVER: Expression = { kind: "choice", alternatives: [] };

export function isNever(expression: Expression): boolean {
  return expression.kind === "choice" && expression.alternatives.length === 0;
}

export function literal(text: string): Expression {
  return { kind: "literal", text };
}

/** One ASCII character of a class in the notation of regular expressions: `0-9a-f`. */
export function asciiClass(ranges: string): Expression {
  const ascii = Array.from(
    ranges.matchAll(/(.)(?:-(.))?/g),
    ([, first = "", last = first]) => [first.charCodeAt(0), last.charCodeAt(0)] as const,
  );
  return { kind: "character-class", ascii, nonAscii: false };
}

export const DIGIT = asciiClass("0-9");

export function sequence(...items: readonly Expression[]): Expression {
  if (items.some(isNever)) return NEVER;
  const nonEmpty = items.filter((item) => !(item.kind === "literal" && item.text === ""));
  const [only] = nonEmpty;
  if (only === undefined) return EMPTY_STRING;
  return nonEmpty.length === 1 ? only : { kind: "sequence", items: nonEmpty };
}

export function choice(...alternatives: readonly Expression[]): Expression {
  return choiceOf(alternatives);
}

/** `choice` for lists that may be too long to be passed as arguments. */
export function choiceOf(alternatives: readonly Expression[]): Expression {
  const flat = alternatives.flatMap((item) => (item.kind === "choice" ? item.alternatives : [item]));
  const [only] = flat;
  return only !== undefined && flat.length === 1 ? only : { kind: "choice", alternatives: flat };
}

/** `min` to `max` times `item`; `max` may be Infinity. */
export function repetition(item: Expression, min: number, max: number): Expression {
  if (max < min) return NEVER;
  if (max === 0 || isNever(item)) return min === 0 ? EMPTY_STRING : NEVER;
  return min === 1 && max === 1 ? item : { kind: "repetition", item, min, max };
}

export function optional(item: Expression): Expression {
  return repetition(item, 0, 1);
}

import type { CharacterSet } from "../characters/character-set.ts";

/** The syntax tree of a regular expression that has to match the whole string. */
export type Pattern =
  /** One character of the set. */
  | { readonly kind: "class"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly items: readonly Pattern[] }
  | { readonly kind: "choice"; readonly alternatives: readonly Pattern[] }
  | { readonly kind: "repetition"; readonly item: Pattern; readonly min: number; readonly max: number };

/** The pattern is malformed or cannot be enforced. The message completes "The keyword 'pattern' of … …". */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** @param what a construct of regular expressions, such as "look-around" */
export function unsupportedSyntax(what: string): PatternError {
  return new PatternError(`contains ${what}, which cannot be enforced`);
}

/** Characters as they stand in a JSON string: as themselves, or escaped. */
import { choice, type Expression, literal, NEVER } from "../ebnf/grammar.ts";
import {
  type CharacterSet,
  complement,
  countMembers,
  intersect,
  intersectRange,
  listMembers,
  NON_ASCII,
  withoutSurrogates,
} from "./character-set.ts";

/** ASCII characters that need no escape. */
export const UNESCAPED_ASCII: CharacterSet = [
  [0x20, 0x21],
  [0x23, 0x5b],
  [0x5d, 0x7f],
];

/** Other control characters would need `\u` escapes and are never generated. */
const ESCAPES: readonly (readonly [code: number, escape: string])[] = [
  [0x08, "\\b"],
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
  [0x22, '\\"'],
  [0x5c, "\\\\"],
];

/** A grammar can list this many characters above U+007F, or match all of them. */
export const MAX_LISTED_NON_ASCII = 512;

/**
 * One character of `set` inside a JSON string.
 *
 * A character class of the grammar holds all characters above U+007F or none (`ebnf-literals.ts`), so:
 *
 * - `[^a]` has all of them → ASCII without `a`, the escapes, and everything above.
 * - `.` lacks two of them, U+2028 and U+2029 → ASCII and escapes alone: a valid value need not be generated.
 * - `[aé]` has few of them → `[a] | "é"`.
 *
 * @returns undefined where the set has too many of them to list, as `[一-龥]`
 */
export function jsonStringCharacter(set: CharacterSet): Expression | undefined {
  const ascii = intersect(UNESCAPED_ASCII, set);
  const nonAscii = withoutSurrogates(intersectRange(set, NON_ASCII));
  const missing = withoutSurrogates(intersectRange(complement(set), NON_ASCII));
  const hasAllNonAscii = missing.length === 0;
  const escapes = ESCAPES.flatMap(([code, escape]) =>
    intersectRange(set, [code, code]).length > 0 ? [literal(escape)] : [],
  );
  const unescaped: Expression =
    ascii.length === 0 && !hasAllNonAscii
      ? NEVER
      : { kind: "character-class", ascii, nonAscii: hasAllNonAscii };
  if (hasAllNonAscii || countMembers(missing) <= MAX_LISTED_NON_ASCII) return choice(unescaped, ...escapes);
  if (countMembers(nonAscii) > MAX_LISTED_NON_ASCII) return undefined;
  return choice(unescaped, ...escapes, ...listMembers(nonAscii).map(literal));
}

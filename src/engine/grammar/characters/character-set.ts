/** Sets of characters, and how their members are written in a JSON string. */
import { choice, type Expression, NEVER, type CodePointRange, literal } from "../ebnf/grammar.ts";

/** Sorted, disjoint ranges of code points. */
export type CharacterSet = readonly CodePointRange[];

const LAST = 0x10ffff;
const FIRST_WIDE = 0x80;
const SURROGATES: CodePointRange = [0xd800, 0xdfff];

export const EVERY_CHARACTER: CharacterSet = [[0, LAST]];

export function characterSet(ranges: readonly CodePointRange[]): CharacterSet {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function complement(set: CharacterSet): CharacterSet {
  const missing: CodePointRange[] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) missing.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST) missing.push([next, LAST]);
  return missing;
}

function intersect(set: CharacterSet, [from, to]: CodePointRange): CharacterSet {
  return set.flatMap(([first, last]): CodePointRange[] => {
    const range: CodePointRange = [Math.max(first, from), Math.min(last, to)];
    return range[0] <= range[1] ? [range] : [];
  });
}

function size(set: CharacterSet): number {
  return set.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Escapes are for what cannot stand for itself; other control characters are never generated. */
const SHORT_ESCAPES: readonly (readonly [code: number, escape: string])[] = [
  [0x08, "\\b"],
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
  [0x22, '\\"'],
  [0x5c, "\\\\"],
];
const PLAIN: CharacterSet = [
  [0x20, 0x21],
  [0x23, 0x5b],
  [0x5d, 0x7f],
];

/** The engine can list so many characters above U+007F, or take all of them. */
export const MAX_LISTED_NON_ASCII = 512;

/**
 * One character of `set` inside a JSON string. Where almost all characters above U+007F belong to the set,
 * none of them is generated: the engine knows only all or listed ones.
 *
 * @returns undefined where that would be too many to list
 */
export function stringCharacter(set: CharacterSet): Expression | undefined {
  const ascii = PLAIN.flatMap((range) => intersect(set, range));
  const wide = withoutSurrogates(intersect(set, [FIRST_WIDE, LAST]));
  const missing = withoutSurrogates(intersect(complement(set), [FIRST_WIDE, LAST]));
  const allWide = missing.length === 0;
  const escapes = SHORT_ESCAPES.flatMap(([code, escape]) =>
    intersect(set, [code, code]).length > 0 ? [literal(escape)] : [],
  );
  const plain: Expression =
    ascii.length === 0 && !allWide ? NEVER : { kind: "character", ascii, wide: allWide };
  if (allWide || size(missing) <= MAX_LISTED_NON_ASCII) return choice(plain, ...escapes);
  if (size(wide) > MAX_LISTED_NON_ASCII) return undefined;
  return choice(plain, ...escapes, ...members(wide).map(literal));
}

function withoutSurrogates(set: CharacterSet): CharacterSet {
  return [...intersect(set, [0, SURROGATES[0] - 1]), ...intersect(set, [SURROGATES[1] + 1, LAST])];
}

function members(set: CharacterSet): string[] {
  return set.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
}

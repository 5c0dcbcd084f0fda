/** Sets of Unicode code points, as sorted lists of ranges. */

/** Code points from the first to the last, both inclusive. */
export type CodePointRange = readonly [first: number, last: number];

/** Sorted, disjoint ranges. */
export type CharacterSet = readonly CodePointRange[];

const MAX_CODE_POINT = 0x10ffff;

export const EVERY_CHARACTER: CharacterSet = [[0, MAX_CODE_POINT]];

export const ASCII: CodePointRange = [0, 0x7f];
export const NON_ASCII: CodePointRange = [0x80, MAX_CODE_POINT];
/** Halves of UTF-16 pairs, which are no characters by themselves. */
const SURROGATES: CodePointRange = [0xd800, 0xdfff];

/** Sorts the ranges and joins those that overlap or touch: `[5-9], [1-3], [4-6]` → `[1-9]`. */
export function characterSet(ranges: readonly CodePointRange[]): CharacterSet {
  const joined: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const previous = joined.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/** The code points outside the ranges: `[0-9]` → `[U+0000-/]`, `[:-U+10FFFF]`. */
export function complement(set: CharacterSet): CharacterSet {
  const gaps: CodePointRange[] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= MAX_CODE_POINT) gaps.push([next, MAX_CODE_POINT]);
  return gaps;
}

/** The members of `set` that lie within `range`. */
export function intersectRange(set: CharacterSet, [from, to]: CodePointRange): CharacterSet {
  return set.flatMap(([first, last]): CodePointRange[] => {
    const range: CodePointRange = [Math.max(first, from), Math.min(last, to)];
    return range[0] <= range[1] ? [range] : [];
  });
}

export function intersect(a: CharacterSet, b: CharacterSet): CharacterSet {
  return a.flatMap((range) => intersectRange(b, range));
}

export function withoutSurrogates(set: CharacterSet): CharacterSet {
  return intersect(complement([SURROGATES]), set);
}

export function countMembers(set: CharacterSet): number {
  return set.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

export function listMembers(set: CharacterSet): string[] {
  return set.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
}

/** Integers within bounds, as decimal numerals. */
import { asciiClass, choice, DIGIT, literal, NEVER, repetition, sequence } from "../ebnf/grammar.ts";
import type { Expression } from "../ebnf/grammar.ts";

export interface NumberRange {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** Digits of an integer, or before the point of another number: a model can write digits for ever. */
export const MAX_INTEGER_DIGITS = 15;
export const MAX_INTEGER = 10 ** MAX_INTEGER_DIGITS - 1;

const NON_ZERO_DIGIT = asciiClass("1-9");

/**
 * The integers of the range, within ±999,999,999,999,999:
 *
 * - `[-3, 17]` → `"-" [1-3] | [0-9] | "1" [0-7]`
 * - `[0, ∞)` → `[0-9] | [1-9] [0-9]{1,14}`
 */
export function integerExpression(range: NumberRange): Expression {
  const min = Math.max(
    -MAX_INTEGER,
    Math.ceil(range.minimum ?? -MAX_INTEGER),
    Math.floor(range.exclusiveMinimum ?? -Infinity) + 1,
  );
  const max = Math.min(
    MAX_INTEGER,
    Math.floor(range.maximum ?? MAX_INTEGER),
    Math.ceil(range.exclusiveMaximum ?? Infinity) - 1,
  );
  return choice(
    min < 0 ? sequence(literal("-"), naturalNumbers(Math.max(1, -max), -min)) : NEVER,
    max >= 0 ? naturalNumbers(Math.max(0, min), max) : NEVER,
  );
}

/**
 * The natural numbers from `min` to `max`, without leading zeros. They are grouped by length, and the lengths
 * of which every numeral is in range are joined:
 * `[5, 1234]` → `[5-9] | "1" ([0-1] [0-9]{2} | "2" ([0-2] [0-9] | "3" [0-4])) | [1-9] [0-9]{1,2}`
 */
export function naturalNumbers(min: number, max: number): Expression {
  if (min > max) return NEVER;
  const alternatives: Expression[] = [];
  /** Lengths of which every numeral is in range. */
  const completeLengths: number[] = [];
  for (let length = String(min).length; length <= String(max).length; length++) {
    const smallest = length === 1 ? 0 : 10 ** (length - 1);
    const largest = 10 ** length - 1;
    if (length > 1 && min <= smallest && max >= largest) completeLengths.push(length);
    else alternatives.push(digitStrings(String(Math.max(min, smallest)), String(Math.min(max, largest))));
  }
  const [shortest] = completeLengths;
  if (shortest !== undefined) {
    const longest = completeLengths.at(-1) ?? shortest;
    alternatives.push(sequence(NON_ZERO_DIGIT, repetition(DIGIT, shortest - 1, longest - 1)));
  }
  return choice(...alternatives);
}

/**
 * The strings of digits from `min` to `max`, which have the same length. Only the smallest and the largest
 * first digit restrict the digits after them:
 * `["125", "380"]` → `"1" ("2" [5-9] | [3-9] [0-9]) | "2" [0-9]{2} | "3" ([0-7] [0-9] | "8" "0")`
 */
function digitStrings(min: string, max: string): Expression {
  if (isAllZeros(min) && isAllNines(max)) return repetition(DIGIT, min.length, min.length);
  const [minFirst = "", maxFirst = ""] = [min[0], max[0]];
  const [minRest, maxRest] = [min.slice(1), max.slice(1)];
  if (minFirst === maxFirst) return sequence(literal(minFirst), digitStrings(minRest, maxRest));
  const isMinFirstFree = isAllZeros(minRest);
  const isMaxFirstFree = isAllNines(maxRest);
  const length = minRest.length;
  return choice(
    isMinFirstFree ? NEVER : sequence(literal(minFirst), digitStrings(minRest, "9".repeat(length))),
    digitThen(
      Number(minFirst) + (isMinFirstFree ? 0 : 1),
      Number(maxFirst) - (isMaxFirstFree ? 0 : 1),
      repetition(DIGIT, length, length),
    ),
    isMaxFirstFree ? NEVER : sequence(literal(maxFirst), digitStrings("0".repeat(length), maxRest)),
  );
}

/** A digit from `min` to `max`, then `rest`. */
export function digitThen(min: number, max: number, rest: Expression): Expression {
  return min > max ? NEVER : sequence(asciiClass(`${min}-${max}`), rest);
}

export function isAllZeros(digits: string): boolean {
  return /^0*$/.test(digits);
}

function isAllNines(digits: string): boolean {
  return /^9*$/.test(digits);
}

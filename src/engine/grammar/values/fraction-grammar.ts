/** Decimal fractions within bounds: an optional point and the digits after it. */
import { choice, DIGIT, EMPTY_STRING, literal, NEVER, repetition, sequence } from "../ebnf/grammar.ts";
import type { Expression } from "../ebnf/grammar.ts";
import { digitThen, isAllZeros } from "./integer-grammar.ts";

/** Digits after the point: a model can write digits for ever. */
export const MAX_FRACTION_DIGITS = 10;

/** A bound of a fraction: the digits after the point, to which zeros may be added. `undefined` is no bound. */
export interface FractionBound {
  readonly digits: string;
  readonly isExclusive: boolean;
}

/**
 * The fractions from `lower` to `upper` with up to `maxDigits` digits. The empty fraction is zero:
 *
 * - `[.25, .5)` → `"." ([3-4] [0-9]{0,9} | "2" ([6-9] [0-9]{0,8} | "5" ("" | [0-9]{1,8})))`
 * - `[0, .5)` → `"" | "." [0-4] [0-9]{0,9}`
 */
export function fractionExpression(
  lower: FractionBound | undefined,
  upper: FractionBound | undefined,
  maxDigits: number,
): Expression {
  return choice(
    isZeroWithin(lower, upper) ? EMPTY_STRING : NEVER,
    sequence(literal("."), digitsWithin(lower, upper, maxDigits)),
  );
}

/**
 * One to `maxDigits` digits that continue a fraction whose digits so far equal those of the bounds. A digit
 * between the first digits of the bounds leaves the others free; one that equals the first digit of a bound
 * is followed by digits that the rest of that bound restricts.
 */
function digitsWithin(
  lower: FractionBound | undefined,
  upper: FractionBound | undefined,
  maxDigits: number,
): Expression {
  if (maxDigits <= 0) return NEVER;
  if (lower === undefined && upper === undefined) return repetition(DIGIT, 1, maxDigits);
  const lowerDigit = Number(lower?.digits[0] ?? 0);
  const upperDigit = upper === undefined ? 9 : Number(upper.digits[0] ?? 0);
  const after = (digit: number): Expression => {
    const lowerRest = lower && digit === lowerDigit ? dropLowerDigit(lower) : undefined;
    const upperRest = upper && digit === upperDigit ? dropDigit(upper) : undefined;
    return choice(
      isZeroWithin(lowerRest, upperRest) ? EMPTY_STRING : NEVER,
      digitsWithin(lowerRest, upperRest, maxDigits - 1),
    );
  };
  const unrestricted = digitThen(
    lower === undefined ? 0 : lowerDigit + 1,
    upper === undefined ? 9 : upperDigit - 1,
    repetition(DIGIT, 0, maxDigits - 1),
  );
  const edges = new Set([...(lower ? [lowerDigit] : []), ...(upper ? [upperDigit] : [])]);
  return choice(
    unrestricted,
    ...[...edges]
      .filter((digit) => digit >= lowerDigit && digit <= upperDigit)
      .map((digit) => sequence(literal(String(digit)), after(digit))),
  );
}

function dropDigit({ digits, isExclusive }: FractionBound): FractionBound {
  return { digits: digits.slice(1), isExclusive };
}

/** @returns `undefined`: no lower bound remains, because every continuation is at least the bound */
function dropLowerDigit(lower: FractionBound): FractionBound | undefined {
  const rest = dropDigit(lower);
  return rest.digits === "" && !rest.isExclusive ? undefined : rest;
}

/** True if the fraction may end here, as if zeros followed. */
function isZeroWithin(lower: FractionBound | undefined, upper: FractionBound | undefined): boolean {
  if (lower !== undefined && (!isAllZeros(lower.digits) || lower.isExclusive)) return false;
  return !(upper?.isExclusive === true && isAllZeros(upper.digits));
}

/** Numbers within bounds, as decimal numerals with a fraction. */
import {
  asciiClass,
  choice,
  DIGIT,
  literal,
  NEVER,
  optional,
  repetition,
  sequence,
} from "../ebnf/grammar.ts";
import type { Expression } from "../ebnf/grammar.ts";
import { type FractionBound, fractionExpression, MAX_FRACTION_DIGITS } from "./fraction-grammar.ts";
import { MAX_INTEGER, MAX_INTEGER_DIGITS, naturalNumbers, type NumberRange } from "./integer-grammar.ts";

/** A bound of a range of numbers; an exclusive one is itself out of range. */
interface NumberBound {
  readonly value: number;
  readonly isExclusive: boolean;
}

/**
 * The numbers of the range. They have an exponent only where the range has no bounds at all.
 *
 * `[-0.5, 12.25)` → `"-" "0" fraction ≤ .5 | "0" fraction | ([1-9] | "1" [0-1]) fraction | "12" fraction < .25`
 */
export function numberExpression(range: NumberRange): Expression {
  const min = tighterBound(range.minimum, range.exclusiveMinimum, Math.max, -MAX_INTEGER);
  const max = tighterBound(range.maximum, range.exclusiveMaximum, Math.min, MAX_INTEGER);
  if (Object.values(range).every((bound) => bound === undefined)) return anyNumber();
  const zero: NumberBound = { value: 0, isExclusive: false };
  return choice(
    min.value < 0 ? sequence(literal("-"), decimals(max.value > 0 ? zero : negate(max), negate(min))) : NEVER,
    max.value >= 0 ? decimals(min.value < 0 ? zero : min, max) : NEVER,
  );
}

function anyNumber(): Expression {
  const exponent = sequence(asciiClass("eE"), optional(asciiClass("+-")), repetition(DIGIT, 1, 2));
  const fraction = sequence(literal("."), repetition(DIGIT, 1, MAX_FRACTION_DIGITS));
  const integer = naturalNumbers(0, MAX_INTEGER);
  return sequence(optional(literal("-")), integer, optional(fraction), optional(exponent));
}

/**
 * @param tighter Math.max for lower bounds, Math.min for upper ones
 * @param widest the bound of the numbers that are generated at all
 */
function tighterBound(
  inclusive: number | undefined,
  exclusive: number | undefined,
  tighter: (a: number, b: number) => number,
  widest: number,
): NumberBound {
  const value = tighter(inclusive ?? widest, exclusive ?? widest);
  if (tighter(value, widest) !== value) return { value: widest, isExclusive: false };
  return { value, isExclusive: exclusive === value };
}

function negate({ value, isExclusive }: NumberBound): NumberBound {
  return { value: -value, isExclusive };
}

/**
 * The numbers from `min` to `max`, which are not negative. Only the first and the last integer restrict the
 * fraction.
 */
function decimals(min: NumberBound, max: NumberBound): Expression {
  const [from, to] = [splitDecimal(min.value), splitDecimal(max.value)];
  const minFraction: FractionBound | undefined =
    from.fraction === "" && !min.isExclusive
      ? undefined
      : { digits: from.fraction, isExclusive: min.isExclusive };
  const maxFraction: FractionBound = { digits: to.fraction, isExclusive: max.isExclusive };
  if (from.integer > to.integer) return NEVER;
  const startingWith = (
    integer: number,
    lower: FractionBound | undefined,
    upper: FractionBound | undefined,
  ) => sequence(literal(String(integer)), fractionExpression(lower, upper, maxFractionDigits(integer)));
  if (from.integer === to.integer) return startingWith(from.integer, minFraction, maxFraction);
  return choice(
    startingWith(from.integer, minFraction, undefined),
    sequence(
      naturalNumbers(from.integer + 1, to.integer - 1),
      fractionExpression(undefined, undefined, MAX_FRACTION_DIGITS),
    ),
    startingWith(to.integer, undefined, maxFraction),
  );
}

/** A double keeps 15 decimal digits: with more, a numeral beside a bound could be rounded to one beyond it. */
function maxFractionDigits(integer: number): number {
  return Math.min(MAX_FRACTION_DIGITS, MAX_INTEGER_DIGITS - String(integer).length);
}

/** The digits before and after the point of a number that is not negative: 12.25 → 12 and "25". */
function splitDecimal(value: number): { integer: number; fraction: string } {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [integer = "", fraction = ""] = mantissa.split(".");
  const shift = Number(exponent);
  // Values are below 1e15, so only small ones are written with an exponent: 1e-7.
  return shift < 0
    ? { integer: 0, fraction: "0".repeat(-shift - 1) + integer + fraction }
    : { integer: Number(integer), fraction };
}

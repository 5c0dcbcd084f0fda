/** The decimal numerals of a range of numbers. */
import {
  choice,
  DIGIT,
  EMPTY_STRING,
  type Expression,
  NEVER,
  asciiClass,
  optional,
  repetition,
} from "../ebnf/grammar.ts";
import { sequence, literal } from "../ebnf/grammar.ts";

export interface NumberRange {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** A numeral can go on for ever, so it gets ends: so many digits before the point, and after it. */
export const INTEGER_DIGITS = 15;
export const FRACTION_DIGITS = 10;
const LARGEST = 10 ** INTEGER_DIGITS - 1;

const NON_ZERO = asciiClass("1-9");

/** The integers of the range, from -999999999999999 to 999999999999999 where it has no end. */
export function integerExpression(range: NumberRange): Expression {
  const low = Math.max(
    -LARGEST,
    Math.ceil(range.minimum ?? -LARGEST),
    Math.floor(range.exclusiveMinimum ?? -Infinity) + 1,
  );
  const high = Math.min(
    LARGEST,
    Math.floor(range.maximum ?? LARGEST),
    Math.ceil(range.exclusiveMaximum ?? Infinity) - 1,
  );
  return choice(
    low < 0 ? sequence(literal("-"), naturals(Math.max(1, -high), -low)) : NEVER,
    high >= 0 ? naturals(Math.max(0, low), high) : NEVER,
  );
}

/** The numbers of the range, without exponent unless the range has no end at all. */
export function numberExpression(range: NumberRange): Expression {
  const low = limit(range.minimum, range.exclusiveMinimum, Math.max, -LARGEST);
  const high = limit(range.maximum, range.exclusiveMaximum, Math.min, LARGEST);
  if (Object.values(range).every((bound) => bound === undefined)) {
    const exponent = sequence(asciiClass("eE"), optional(asciiClass("+-")), repetition(DIGIT, 1, 2));
    const fraction = sequence(literal("."), repetition(DIGIT, 1, FRACTION_DIGITS));
    return sequence(optional(literal("-")), naturals(0, LARGEST), optional(fraction), optional(exponent));
  }
  const zero: Limit = { value: 0, open: false };
  const positive = low.value < 0 ? zero : low;
  const negative = high.value > 0 ? zero : { ...high, value: -high.value };
  return choice(
    low.value < 0 ? sequence(literal("-"), decimals(negative, { ...low, value: -low.value })) : NEVER,
    high.value >= 0 ? decimals(positive, high) : NEVER,
  );
}

/** An end of a range; an open one does not belong to it. */
interface Limit {
  readonly value: number;
  readonly open: boolean;
}

function limit(
  closed: number | undefined,
  open: number | undefined,
  tighter: (a: number, b: number) => number,
  widest: number,
): Limit {
  const value = tighter(closed ?? widest, open ?? widest);
  if (tighter(value, widest) !== value) return { value: widest, open: false };
  return { value, open: open === value };
}

/** The numerals without sign of the integers from `low` to `high`. */
function naturals(low: number, high: number): Expression {
  if (low > high) return NEVER;
  const options: Expression[] = [];
  const most = String(high).length;
  /** Numbers of digits of which every numeral belongs to the range. */
  const whole: number[] = [];
  for (let digits = String(low).length; digits <= most; digits++) {
    const first = Math.max(low, digits === 1 ? 0 : 10 ** (digits - 1));
    const last = Math.min(high, 10 ** digits - 1);
    if (digits > 1 && first === 10 ** (digits - 1) && last === 10 ** digits - 1) whole.push(digits);
    else options.push(digitStrings(String(first), String(last)));
  }
  const [fewest] = whole;
  if (fewest !== undefined) {
    options.push(sequence(NON_ZERO, repetition(DIGIT, fewest - 1, (whole.at(-1) ?? fewest) - 1)));
  }
  return choice(...options);
}

/** The digit strings from `low` to `high`, which are of one length. */
function digitStrings(low: string, high: string): Expression {
  if (/^0*$/.test(low) && /^9*$/.test(high)) return repetition(DIGIT, low.length, low.length);
  const [first = "", last = ""] = [low[0], high[0]];
  const [lowRest, highRest] = [low.slice(1), high.slice(1)];
  if (first === last) return sequence(literal(first), digitStrings(lowRest, highRest));
  const fromFirst = /^0*$/.test(lowRest);
  const toLast = /^9*$/.test(highRest);
  const rest = lowRest.length;
  return choice(
    fromFirst ? NEVER : sequence(literal(first), digitStrings(lowRest, "9".repeat(rest))),
    digitsWith(
      Number(first) + (fromFirst ? 0 : 1),
      Number(last) - (toLast ? 0 : 1),
      repetition(DIGIT, rest, rest),
    ),
    toLast ? NEVER : sequence(literal(last), digitStrings("0".repeat(rest), highRest)),
  );
}

function digitsWith(first: number, last: number, rest: Expression): Expression {
  return first > last ? NEVER : sequence(asciiClass(`${first}-${last}`), rest);
}

/** The numerals without sign from `low` to `high`, neither of which is negative. */
function decimals(low: Limit, high: Limit): Expression {
  const [from, to] = [decimal(low.value), decimal(high.value)];
  const atLeast: Fraction = { digits: from.fraction, open: low.open };
  const least = from.fraction === "" && !low.open ? undefined : atLeast;
  const most: Fraction = { digits: to.fraction, open: high.open };
  if (from.whole > to.whole) return NEVER;
  const depth = (whole: number) => Math.min(FRACTION_DIGITS, INTEGER_DIGITS - String(whole).length);
  const startingAt = (whole: number, lowest: Fraction | undefined, highest: Fraction | undefined) =>
    sequence(literal(String(whole)), fractions(lowest, highest, depth(whole)));
  if (from.whole === to.whole) return startingAt(from.whole, least, most);
  return choice(
    startingAt(from.whole, least, undefined),
    sequence(naturals(from.whole + 1, to.whole - 1), fractions(undefined, undefined, FRACTION_DIGITS)),
    startingAt(to.whole, undefined, most),
  );
}

/** An end of a range of fractions; the zeros that are missing at the end do not matter. */
interface Fraction {
  readonly digits: string;
  readonly open: boolean;
}

/** Nothing, or a point and up to `depth` digits. */
function fractions(low: Fraction | undefined, high: Fraction | undefined, depth: number): Expression {
  return choice(
    endsWithin(low, high) ? EMPTY_STRING : NEVER,
    sequence(literal("."), moreDigits(low, high, depth)),
  );
}

/** One to `depth` more digits of a fraction. */
function moreDigits(low: Fraction | undefined, high: Fraction | undefined, depth: number): Expression {
  if (depth <= 0) return NEVER;
  if (low === undefined && high === undefined) return repetition(DIGIT, 1, depth);
  const lowest = Number(low?.digits[0] ?? 0);
  const highest = high === undefined ? 9 : Number(high.digits[0] ?? 0);
  const after = (digit: number): Expression => {
    const [nextLow, nextHigh] = [
      low && digit === lowest ? rest(low, false) : undefined,
      high && digit === highest ? rest(high, true) : undefined,
    ];
    return choice(
      endsWithin(nextLow, nextHigh) ? EMPTY_STRING : NEVER,
      moreDigits(nextLow, nextHigh, depth - 1),
    );
  };
  const firstFree = low === undefined ? 0 : lowest + 1;
  const lastFree = high === undefined ? 9 : highest - 1;
  const free = digitsWith(firstFree, lastFree, repetition(DIGIT, 0, depth - 1));
  const edges = new Set([...(low ? [lowest] : []), ...(high ? [highest] : [])]);
  return choice(
    free,
    ...[...edges]
      .filter((digit) => digit >= lowest && digit <= highest)
      .map((digit) => sequence(literal(String(digit)), after(digit))),
  );
}

/** What is left of an end after its first digit; a low one that is reached is none any more. */
function rest({ digits, open }: Fraction, isHigh: boolean): Fraction | undefined {
  const left = digits.slice(1);
  return left === "" && !open && !isHigh ? undefined : { digits: left, open };
}

/** Whether the fraction may end here: zeros follow. */
function endsWithin(low: Fraction | undefined, high: Fraction | undefined): boolean {
  const isZero = (fraction: Fraction) => /^0*$/.test(fraction.digits);
  if (low !== undefined && (!isZero(low) || low.open)) return false;
  return !(high?.open === true && isZero(high));
}

/** The digits of a number that is not negative, before and after the point. */
function decimal(value: number): { whole: number; fraction: string } {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const shift = Number(exponent);
  // The largest values are below 1e15, so that only small ones come with an exponent.
  return shift < 0
    ? { whole: 0, fraction: "0".repeat(-shift - 1) + whole + fraction }
    : { whole: Number(whole), fraction };
}

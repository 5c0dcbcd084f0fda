/** JSON strings: free ones, ones of a bounded length, of a pattern, of a format. */
import { EVERY_CHARACTER, MAX_LISTED_NON_ASCII, stringCharacter } from "../characters/character-set.ts";
import { CompileBudget } from "../compile-budget.ts";
import { choiceOf, type Expression, NEVER, repetition, sequence, literal } from "../ebnf/grammar.ts";
import { parsePattern, type Pattern, PatternError } from "../pattern/parse-pattern.ts";

const QUOTE = literal('"');
const CHARACTER = stringCharacter(EVERY_CHARACTER) ?? NEVER;

/** A string of `min` to `max` characters: code points, as JSON Schema counts them. */
export function stringExpression(min = 0, max = Infinity): Expression {
  return quoted(repetition(CHARACTER, min, max));
}

/**
 * A string that matches `pattern`. A length can be bounded as well where the pattern is one class of
 * characters, as in `^[a-z]+$`.
 *
 * @throws {PatternError}
 */
export function patternExpression(
  budget: CompileBudget,
  source: string,
  min = 0,
  max = Infinity,
): Expression {
  const pattern = parsePattern(source);
  budget.spend(STEPS_PER_PATTERN_CHARACTER * source.length);
  if (effort(pattern) > MOST_EFFORT) {
    throw new PatternError("repeats too much in repetitions: simplify it");
  }
  if (min === 0 && max === Infinity) return quoted(patternText(budget, pattern));
  const item = onlyRepeat(pattern);
  if (item === undefined) {
    throw new PatternError("can go with a length only where it is one class of characters, as in '^[a-z]+$'");
  }
  return quoted(repetition(patternText(budget, item.item), Math.max(min, item.min), Math.min(max, item.max)));
}

const STEPS_PER_PATTERN_CHARACTER = 2;
/** Its members are sought among the characters that are written as they are, escaped, or not at all. */
const STEPS_PER_CLASS = 10;

/** Repetitions in repetitions take time to decode with. */
const MOST_EFFORT = 200;

function effort(pattern: Pattern): number {
  switch (pattern.kind) {
    case "set":
      return 1;
    case "sequence":
      return pattern.items.reduce((sum, item) => sum + effort(item), 0);
    case "choice":
      return pattern.options.reduce((sum, option) => sum + effort(option), 0);
    case "repeat":
      if (pattern.item.kind === "set") return 1;
      return effort(pattern.item) * (pattern.max === Infinity ? pattern.min + 1 : pattern.max);
  }
}

function quoted(content: Expression): Expression {
  return sequence(QUOTE, content, QUOTE);
}

function onlyRepeat(pattern: Pattern): (Pattern & { kind: "repeat" }) | undefined {
  if (pattern.kind === "set") return { kind: "repeat", item: pattern, min: 1, max: 1 };
  if (pattern.kind === "repeat") return pattern.item.kind === "set" ? pattern : undefined;
  const parts = pattern.kind === "sequence" ? pattern.items : pattern.options;
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? onlyRepeat(only) : undefined;
}

function patternText(budget: CompileBudget, pattern: Pattern): Expression {
  switch (pattern.kind) {
    case "set": {
      budget.spend(STEPS_PER_CLASS);
      const expression = stringCharacter(pattern.set);
      budget.spend(expression?.kind === "choice" ? expression.options.length : 1);
      if (expression !== undefined) return expression;
      throw new PatternError(
        `has a class of more than ${MAX_LISTED_NON_ASCII} characters above U+007F, but not all of them, which cannot be enforced`,
      );
    }
    case "sequence":
      return sequence(...pattern.items.map((item) => patternText(budget, item)));
    case "choice":
      return choiceOf(pattern.options.map((option) => patternText(budget, option)));
    case "repeat":
      return repetition(patternText(budget, pattern.item), pattern.min, pattern.max);
  }
}

const TIME = "([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)";
const DATE =
  "(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))" +
  "|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)";

/** The formats whose shape the strings are given. Source: RFC 3339, RFC 4122. */
const FORMATS: Readonly<Record<string, string>> = {
  date: `^${DATE}$`,
  time: `^${TIME}$`,
  "date-time": `^${DATE}T${TIME}$`,
  uuid: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
};
/** Made once, since one request may name a format many times. */
const formatExpressions = new Map<string, Expression>();

/** A string of that format, or undefined where its shape is not known. */
export function formatExpression(format: string): Expression | undefined {
  const known = formatExpressions.get(format);
  const pattern = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known !== undefined || pattern === undefined) return known;
  const expression = patternExpression(new CompileBudget(), pattern);
  formatExpressions.set(format, expression);
  return expression;
}

/** JSON strings with a `format`. Source: RFC 3339, RFC 4122 */
import { CompileBudget } from "../compile-budget.ts";
import type { Expression } from "../ebnf/grammar.ts";
import { patternExpression } from "./pattern-grammar.ts";

const TIME = "([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)";
const DATE =
  "(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))" +
  "|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)";

const FORMAT_PATTERNS: Readonly<Record<string, string>> = {
  date: `^${DATE}$`,
  time: `^${TIME}$`,
  "date-time": `^${DATE}T${TIME}$`,
  uuid: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
};
/** Compiled once for all requests, outside of their budgets: one request may name a format many times. */
const compiledFormats = new Map<string, Expression>();

/** @returns undefined for a format without a pattern here */
export function formatExpression(format: string): Expression | undefined {
  const known = compiledFormats.get(format);
  const pattern = Object.hasOwn(FORMAT_PATTERNS, format) ? FORMAT_PATTERNS[format] : undefined;
  if (known !== undefined || pattern === undefined) return known;
  const expression = patternExpression(new CompileBudget(), pattern);
  compiledFormats.set(format, expression);
  return expression;
}

import {
  choice,
  EMPTY_STRING,
  type Expression,
  NEVER,
  repetition,
  sequence,
  literal,
} from "../ebnf/grammar.ts";
import type { FlatSchema } from "../schema/flat-schema.ts";
import { COMMA, type SubschemaCompiler } from "./subschema-compiler.ts";

/** A JSON array. After `prefixItems` no more come unless `items` describes them. */
export function arrayExpression(compiler: SubschemaCompiler, schema: FlatSchema): Expression {
  const { prefixItems = [], minItems = 0, maxItems = Infinity } = schema;
  const { items = prefixItems.length === 0 } = schema;
  const more = compiler.compile(items);
  const define = compiler.createRuleScope();
  const firsts = prefixItems.slice(0, maxItems).map((item) => compiler.compile(item));
  const mayEnd = (index: number) => (index >= minItems ? EMPTY_STRING : NEVER);

  // From the last to the first, each a rule of its own: a long list would be too deep for the stack.
  let content = itemsAfter(firsts.length, more, minItems - firsts.length, maxItems - firsts.length);
  for (const [index, item] of [...firsts.entries()].toReversed()) {
    const comma = index === 0 ? EMPTY_STRING : COMMA;
    const rest = content;
    content = define(String(index), () => choice(mayEnd(index), sequence(comma, item, rest)));
  }
  return sequence(literal("["), content, literal("]"));
}

/** `min` to `max` items after so many others. */
function itemsAfter(count: number, item: Expression, min: number, max: number): Expression {
  const fewest = Math.max(0, min);
  if (count > 0) return repetition(sequence(COMMA, item), fewest, max);
  if (max === 0) return fewest === 0 ? EMPTY_STRING : NEVER;
  const list = sequence(item, repetition(sequence(COMMA, item), Math.max(0, fewest - 1), max - 1));
  return choice(fewest === 0 ? EMPTY_STRING : NEVER, list);
}

import { choice, EMPTY, type Expression, NOTHING, repeat, sequence, text } from "./expression.ts";
import type { FlatSchema } from "./flat-schema.ts";
import { COMMA, type SchemaCompiler } from "./schema-compiler.ts";

/** A JSON array. After `prefixItems` no more come unless `items` describes them. */
export function arrayExpression(compiler: SchemaCompiler, schema: FlatSchema): Expression {
  const { prefixItems = [], minItems = 0, maxItems = Infinity } = schema;
  const { items = prefixItems.length === 0 } = schema;
  const more = compiler.compile(items);
  const define = compiler.ruleMaker();
  const firsts = prefixItems.slice(0, maxItems).map((item) => compiler.compile(item));
  const mayEnd = (index: number) => (index >= minItems ? EMPTY : NOTHING);

  // From the last to the first, each a rule of its own: a long list would be too deep for the stack.
  let content = itemsAfter(firsts.length, more, minItems - firsts.length, maxItems - firsts.length);
  for (const [index, item] of [...firsts.entries()].toReversed()) {
    const comma = index === 0 ? EMPTY : COMMA;
    const rest = content;
    content = define(String(index), () => choice(mayEnd(index), sequence(comma, item, rest)));
  }
  return sequence(text("["), content, text("]"));
}

/** `min` to `max` items after so many others. */
function itemsAfter(count: number, item: Expression, min: number, max: number): Expression {
  const fewest = Math.max(0, min);
  if (count > 0) return repeat(sequence(COMMA, item), fewest, max);
  if (max === 0) return fewest === 0 ? EMPTY : NOTHING;
  const list = sequence(item, repeat(sequence(COMMA, item), Math.max(0, fewest - 1), max - 1));
  return choice(fewest === 0 ? EMPTY : NOTHING, list);
}

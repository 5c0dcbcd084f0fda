import { choice, EMPTY, type Expression, NOTHING, repeat, sequence, text } from "./expression.ts";
import { COMMA, type SchemaCompiler } from "./schema-compiler.ts";
import type { Variant } from "./variants.ts";

/** A JSON array. After `prefixItems` no more come unless `items` describes them. */
export function arrayExpression(compiler: SchemaCompiler, variant: Variant): Expression {
  const { prefixItems = [], minItems = 0, maxItems = Infinity } = variant;
  const { items = prefixItems.length === 0, unevaluatedItems = true } = variant;
  const more = compiler.compile(unevaluatedItems || variant.items !== undefined ? items : false);

  /** The items from that index on; the array may end before it. */
  const from = (index: number): Expression => {
    const comma = index === 0 ? EMPTY : COMMA;
    const mayEnd = index >= minItems ? EMPTY : NOTHING;
    if (index >= maxItems) return mayEnd;
    const schema = prefixItems[index];
    if (schema !== undefined)
      return choice(mayEnd, sequence(comma, compiler.compile(schema), from(index + 1)));
    const [fewest, most] = [Math.max(0, minItems - index), maxItems - index];
    if (index > 0) return repeat(sequence(COMMA, more), fewest, most);
    return choice(mayEnd, sequence(more, repeat(sequence(COMMA, more), Math.max(0, fewest - 1), most - 1)));
  };
  const content = from(0);
  return sequence(text("["), content, text("]"));
}

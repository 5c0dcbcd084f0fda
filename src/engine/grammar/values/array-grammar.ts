import { choice, EMPTY_STRING, literal, NEVER, repetition, sequence } from "../ebnf/grammar.ts";
import type { Expression } from "../ebnf/grammar.ts";
import type { FlatSchema } from "../schema/flat-schema.ts";
import { COMMA } from "./json-separators.ts";
import type { SubschemaCompiler } from "./subschema-compiler.ts";

/**
 * A JSON array. After `prefixItems`, more items follow only if `items` describes them.
 *
 * With the prefix items A and B, the items C, and `minItems` 1, it is `"[" r0 "]"` with these rules, which are
 * built from the last to the first:
 *
 * - `r0 ::= A r1`
 * - `r1 ::= "" | "," B ("," C)*`
 */
export function arrayExpression(compiler: SubschemaCompiler, schema: FlatSchema): Expression {
  const { prefixItems = [], minItems = 0, maxItems = Infinity } = schema;
  const { items = prefixItems.length === 0 } = schema;
  const item = compiler.compile(items);
  const defineRule = compiler.createRuleScope();
  const prefix = prefixItems.slice(0, maxItems).map((prefixItem) => compiler.compile(prefixItem));

  // Each prefix item has a rule of its own: nested expressions would be too deep for the stack.
  let tail = itemsAfter(prefix.length, item, minItems - prefix.length, maxItems - prefix.length);
  for (const [index, prefixItem] of [...prefix.entries()].toReversed()) {
    const comma = index === 0 ? EMPTY_STRING : COMMA;
    const end = index >= minItems ? EMPTY_STRING : NEVER;
    const rest = tail;
    tail = defineRule(String(index), () => choice(end, sequence(comma, prefixItem, rest)));
  }
  return sequence(literal("["), tail, literal("]"));
}

/** `min` to `max` items, which start with a comma if there are preceding items. */
function itemsAfter(precedingItems: number, item: Expression, min: number, max: number): Expression {
  const required = Math.max(0, min);
  if (precedingItems > 0) return repetition(sequence(COMMA, item), required, max);
  if (max === 0) return required === 0 ? EMPTY_STRING : NEVER;
  const list = sequence(item, repetition(sequence(COMMA, item), Math.max(0, required - 1), max - 1));
  return choice(required === 0 ? EMPTY_STRING : NEVER, list);
}

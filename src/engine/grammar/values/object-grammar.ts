import { choice, EMPTY_STRING, isNever, literal, NEVER, repetition, sequence } from "../ebnf/grammar.ts";
import type { Expression } from "../ebnf/grammar.ts";
import { type FlatSchema, propertySchema } from "../schema/flat-schema.ts";
import { additionalKey } from "./additional-key.ts";
import { COLON, COMMA } from "./json-separators.ts";
import { type CountBounds, countBounds, type NamedProperty } from "./property-count.ts";
import type { SubschemaCompiler } from "./subschema-compiler.ts";

/**
 * A JSON object: its named properties in the order of the schema, then additional ones if
 * `additionalProperties` is given or the schema has no `properties`.
 *
 * With the properties a (required) and b it is `"{" r0 "}"` with these rules, which are built from the last to
 * the first:
 *
 * - `r0 ::= a r1`
 * - `r1 ::= "," b | ""`
 *
 * The tail of the list after each property has two rules: one for when properties precede it, which starts with
 * a comma, and one for when none does. If properties are counted, it has a rule for each number of them.
 */
export function objectExpression(compiler: SubschemaCompiler, schema: FlatSchema): Expression {
  const names = [...new Set([...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])])];
  const properties = namedProperties(compiler, schema, names);
  const additional = additionalProperty(compiler, schema, names);
  const defineRule = compiler.createRuleScope();
  const bounds = countBounds(schema, properties, !isNever(additional));
  const isCounted = bounds.min > 0 || bounds.max < Infinity;
  /** One more than `count`; 1 stands for any number where properties are not counted. */
  const countAfter = (count: number) => (isCounted ? count + 1 : 1);

  /** The rest of the object after the properties that are still to come, by the number of those present. */
  let tails = Array.from({ length: isCounted ? properties.length + 1 : 2 }, (_, count) =>
    additionalProperties(additional, count, bounds),
  );
  // Each property has a rule of its own: nested expressions would be too deep for the stack.
  for (const [index, { expression, isRequired }] of [...properties.entries()].toReversed()) {
    const nextTails = tails;
    tails = nextTails.slice(0, isCounted ? index + 1 : 2).map((withoutProperty, count) => {
      const countWith = countAfter(count);
      compiler.budget.spend(3);
      const comma = count === 0 ? EMPTY_STRING : COMMA;
      return defineRule(`${index} ${count}`, () =>
        choice(
          countWith > bounds.max ? NEVER : sequence(comma, expression, nextTails[countWith] ?? NEVER),
          isRequired ? NEVER : withoutProperty,
        ),
      );
    });
  }
  return sequence(literal("{"), tails[0] ?? NEVER, literal("}"));
}

/** Properties that can be generated, and required ones even if they cannot: then the object cannot either. */
function namedProperties(
  compiler: SubschemaCompiler,
  schema: FlatSchema,
  names: readonly string[],
): NamedProperty[] {
  const required = new Set(schema.required);
  return names.flatMap((name) => {
    compiler.budget.spend(5);
    const value = compiler.compile(propertySchema(schema, name) ?? true);
    const isRequired = required.has(name);
    const expression = sequence(literal(JSON.stringify(name)), COLON, value);
    return isNever(expression) && !isRequired ? [] : [{ expression, isRequired }];
  });
}

/** One property that the schema does not name; NEVER if none is generated. */
function additionalProperty(
  compiler: SubschemaCompiler,
  schema: FlatSchema,
  names: readonly string[],
): Expression {
  // A schema that only forbids properties describes a map as well.
  const { properties = {} } = schema;
  const namesNothing = names.every((name) => properties[name] === false);
  const isMap = namesNothing && (names.length > 0 || schema.properties === undefined);
  const { additionalProperties: valueSchema = isMap } = schema;
  if (valueSchema === false) return NEVER;
  return sequence(additionalKey(compiler.budget, names), COLON, compiler.compile(valueSchema));
}

/** The additional properties after `count` named ones. */
function additionalProperties(additional: Expression, count: number, bounds: CountBounds): Expression {
  const end = count >= bounds.min ? EMPTY_STRING : NEVER;
  const { maxAdditional } = bounds;
  if (isNever(additional) || maxAdditional === 0) return end;
  const further = sequence(COMMA, additional);
  if (count > 0) return repetition(further, 0, maxAdditional);
  return choice(end, sequence(additional, repetition(further, 0, maxAdditional - 1)));
}

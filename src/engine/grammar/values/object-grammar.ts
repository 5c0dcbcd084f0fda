import { additionalKey } from "./additional-key.ts";
import {
  choice,
  EMPTY_STRING,
  type Expression,
  isNever,
  NEVER,
  repetition,
  sequence,
  literal,
} from "../ebnf/grammar.ts";
import { type FlatSchema, propertySchema } from "../schema/flat-schema.ts";
import { COLON, COMMA, type SubschemaCompiler } from "./subschema-compiler.ts";
import { SchemaError } from "../schema/schema-error.ts";

interface Property {
  /** The name, the colon and the value. */
  readonly expression: Expression;
  readonly isRequired: boolean;
}

/**
 * A JSON object: its named properties in the order of the schema, then others where `additionalProperties` is
 * given, or where the schema has no `properties`.
 */
export function objectExpression(compiler: SubschemaCompiler, schema: FlatSchema): Expression {
  const { properties = {}, required = [] } = schema;
  const names = [...new Set([...Object.keys(properties), ...required])];
  const always = new Set(required);
  const named: Property[] = names.flatMap((name) => {
    compiler.budget.spend(5);
    const value = compiler.compile(propertySchema(schema, name) ?? true);
    const isRequired = always.has(name);
    const expression = sequence(literal(JSON.stringify(name)), COLON, value);
    return isNever(expression) && !isRequired ? [] : [{ expression, isRequired }];
  });
  const other = otherProperty(compiler, schema, names);
  const define = compiler.createRuleScope();
  const { fewest, most, othersAtMost } = counts(schema, named, other);
  const isCounted = fewest > 0 || most < Infinity;
  /** The properties from some index on, by the number of others before them; counted only where that matters. */
  let tails = Array.from({ length: isCounted ? named.length + 1 : 2 }, (_, count) => {
    const mayEnd = count >= fewest ? EMPTY_STRING : NEVER;
    if (isNever(other) || othersAtMost === 0) return mayEnd;
    if (count > 0) return repetition(sequence(COMMA, other), 0, othersAtMost);
    return choice(mayEnd, sequence(other, repetition(sequence(COMMA, other), 0, othersAtMost - 1)));
  });
  // From the last to the first, each a rule of its own: a long list would be too deep for the stack.
  for (const [index, { expression, isRequired }] of [...named.entries()].toReversed()) {
    const following = tails;
    tails = following.slice(0, isCounted ? index + 1 : 2).map((without, count) => {
      const next = isCounted ? count + 1 : 1;
      compiler.budget.spend(3);
      const comma = count === 0 ? EMPTY_STRING : COMMA;
      const written = () => sequence(comma, expression, following[next] ?? NEVER);
      return define(`${index} ${count}`, () =>
        choice(next > most ? NEVER : written(), isRequired ? NEVER : without),
      );
    });
  }
  return sequence(literal("{"), tails[0] ?? NEVER, literal("}"));
}

/** A property that the schema does not name, or NOTHING where there is none. */
function otherProperty(
  compiler: SubschemaCompiler,
  schema: FlatSchema,
  names: readonly string[],
): Expression {
  // Ones that are only forbidden leave the others free.
  const { properties = {} } = schema;
  const isFree = names.every((name) => properties[name] === false);
  const isMap = isFree && (names.length > 0 || schema.properties === undefined);
  const { additionalProperties = isMap } = schema;
  if (additionalProperties === false) return NEVER;
  return sequence(additionalKey(compiler.budget, names), COLON, compiler.compile(additionalProperties));
}

/** Counting takes a rule for every property and every count. */
const MOST_COUNTED = 64;

interface Counts {
  /** Bounds of the number of named properties, 0 and Infinity where they hold anyway. */
  readonly fewest: number;
  readonly most: number;
  readonly othersAtMost: number;
}

/** @throws {SchemaError} where a bound would have to count properties whose names may repeat */
function counts(schema: FlatSchema, named: readonly Property[], other: Expression): Counts {
  const { minProperties = 0, maxProperties = Infinity } = schema;
  const always = named.filter(({ isRequired }) => isRequired).length;
  const isClosed = isNever(other);
  const fewest = minProperties <= always ? 0 : minProperties;
  if (fewest > 0 && named.length > MOST_COUNTED) {
    throw new SchemaError("minProperties", `can be enforced for up to ${MOST_COUNTED} properties`);
  }
  if (isClosed) {
    const most = maxProperties >= named.length ? Infinity : maxProperties;
    if (most < Infinity && named.length > MOST_COUNTED) {
      throw new SchemaError("maxProperties", `can be enforced for up to ${MOST_COUNTED} properties`);
    }
    return { fewest, most, othersAtMost: 0 };
  }
  // Nothing keeps a name from coming twice, and then it counts once.
  if (fewest > 1 || (fewest === 1 && named.length > 0)) {
    throw new SchemaError("minProperties", "cannot be enforced where 'additionalProperties' are allowed");
  }
  if (maxProperties < named.length) {
    throw new SchemaError("maxProperties", "cannot be enforced where 'additionalProperties' are allowed");
  }
  return { fewest, most: Infinity, othersAtMost: maxProperties - named.length };
}

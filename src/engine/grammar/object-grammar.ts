import { otherKey } from "./other-key.ts";
import { choice, EMPTY, type Expression, isNothing, NOTHING, repeat, sequence, text } from "./expression.ts";
import { propertySchema } from "./merge-schemas.ts";
import { COLON, COMMA, type SchemaCompiler } from "./schema-compiler.ts";
import { SchemaProblem } from "./schema-problem.ts";
import type { Variant } from "./variants.ts";

interface Property {
  /** The name, the colon and the value. */
  readonly expression: Expression;
  readonly isRequired: boolean;
}

/**
 * A JSON object: its named properties in the order of the schema, then others where `additionalProperties` is
 * given, or where the schema has no `properties`.
 */
export function objectExpression(compiler: SchemaCompiler, variant: Variant): Expression {
  const { properties = {}, required = [] } = variant;
  const names = [...new Set([...Object.keys(properties), ...required])];
  const named: Property[] = names.flatMap((name) => {
    const value = compiler.compile(propertySchema(variant, name) ?? true);
    const isRequired = required.includes(name);
    const expression = sequence(text(JSON.stringify(name)), COLON, value);
    return isNothing(expression) && !isRequired ? [] : [{ expression, isRequired }];
  });
  const other = otherProperty(compiler, variant, names);
  const define = compiler.ruleMaker();
  const tail = (index: number, count: number): Expression =>
    define(`${index} ${count}`, () => makeTail(index, count));
  const { fewest, most, othersAtMost } = counts(variant, named, other);
  const isCounted = fewest > 0 || most < Infinity;

  /** The properties from that index on, after `count` others; counted only where that matters. */
  const makeTail = (index: number, count: number): Expression => {
    const property = named[index];
    const comma = count === 0 ? EMPTY : COMMA;
    if (property === undefined) {
      const mayEnd = count >= fewest ? EMPTY : NOTHING;
      if (isNothing(other) || othersAtMost === 0) return mayEnd;
      const following = (min: number) => repeat(sequence(COMMA, other), min, othersAtMost - 1);
      if (count > 0) return repeat(sequence(COMMA, other), 0, othersAtMost);
      return choice(mayEnd, sequence(other, following(0)));
    }
    const next = isCounted ? count + 1 : 1;
    return choice(
      next > most ? NOTHING : sequence(comma, property.expression, tail(index + 1, next)),
      property.isRequired ? NOTHING : tail(index + 1, count),
    );
  };
  const content = tail(0, 0);
  return sequence(text("{"), content, text("}"));
}

/** A property that the schema does not name, or NOTHING where there is none. */
function otherProperty(compiler: SchemaCompiler, variant: Variant, names: readonly string[]): Expression {
  const isMap = variant.properties === undefined && names.length === 0;
  const { additionalProperties = isMap, unevaluatedProperties = true } = variant;
  if (!unevaluatedProperties && variant.additionalProperties === undefined) return NOTHING;
  return sequence(otherKey(names), COLON, compiler.compile(additionalProperties));
}

/** Counting takes a rule for every property and every count. */
const MOST_COUNTED = 64;

interface Counts {
  /** Bounds of the number of named properties, 0 and Infinity where they hold anyway. */
  readonly fewest: number;
  readonly most: number;
  readonly othersAtMost: number;
}

/** @throws {SchemaProblem} where a bound would have to count properties whose names may repeat */
function counts(variant: Variant, named: readonly Property[], other: Expression): Counts {
  const { minProperties = 0, maxProperties = Infinity } = variant;
  const always = named.filter(({ isRequired }) => isRequired).length;
  const isClosed = isNothing(other);
  const fewest = minProperties <= always ? 0 : minProperties;
  if (fewest > 0 && named.length > MOST_COUNTED) {
    throw new SchemaProblem("minProperties", `can be enforced for up to ${MOST_COUNTED} properties`);
  }
  if (isClosed) {
    const most = maxProperties >= named.length ? Infinity : maxProperties;
    if (most < Infinity && named.length > MOST_COUNTED) {
      throw new SchemaProblem("maxProperties", `can be enforced for up to ${MOST_COUNTED} properties`);
    }
    return { fewest, most, othersAtMost: 0 };
  }
  // Nothing keeps a name from coming twice, and then it counts once.
  if (fewest > 1 || (fewest === 1 && named.length > 0)) {
    throw new SchemaProblem("minProperties", "cannot be enforced where 'additionalProperties' are allowed");
  }
  if (maxProperties < named.length) {
    throw new SchemaProblem("maxProperties", "cannot be enforced where 'additionalProperties' are allowed");
  }
  return { fewest, most: Infinity, othersAtMost: maxProperties - named.length };
}

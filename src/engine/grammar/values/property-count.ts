/** `minProperties` and `maxProperties`. */
import type { Expression } from "../ebnf/grammar.ts";
import type { FlatSchema } from "../schema/flat-schema.ts";
import { SchemaError } from "../schema/schema-error.ts";

export interface NamedProperty {
  /** The key, the colon and the value. */
  readonly expression: Expression;
  readonly isRequired: boolean;
}

/** Counting needs a rule for each property and each number of properties before it. */
const MAX_COUNTED_PROPERTIES = 64;

export interface CountBounds {
  /** Bounds of the number of named properties; 0 and Infinity where every object meets them anyway. */
  readonly min: number;
  readonly max: number;
  readonly maxAdditional: number;
}

/**
 * Nothing keeps a model from generating an additional key twice, and then it counts once. So additional
 * properties are allowed only where the bounds hold whatever their number.
 *
 * @throws {SchemaError} if that is not so, or there are too many properties to count
 */
export function countBounds(
  { minProperties = 0, maxProperties = Infinity }: FlatSchema,
  properties: readonly NamedProperty[],
  hasAdditional: boolean,
): CountBounds {
  const requiredCount = properties.filter(({ isRequired }) => isRequired).length;
  const min = minProperties <= requiredCount ? 0 : minProperties;
  if (min > 0) checkCountable("minProperties", properties);
  if (!hasAdditional) {
    const max = maxProperties >= properties.length ? Infinity : maxProperties;
    if (max < Infinity) checkCountable("maxProperties", properties);
    return { min, max, maxAdditional: 0 };
  }
  if (min > 1 || (min === 1 && properties.length > 0)) throw uncountable("minProperties");
  if (maxProperties < properties.length) throw uncountable("maxProperties");
  return { min, max: Infinity, maxAdditional: maxProperties - properties.length };
}

function checkCountable(keyword: string, properties: readonly NamedProperty[]): void {
  if (properties.length <= MAX_COUNTED_PROPERTIES) return;
  throw new SchemaError(keyword, `can be enforced for at most ${MAX_COUNTED_PROPERTIES} properties`);
}

function uncountable(keyword: string): SchemaError {
  return new SchemaError(keyword, "cannot be enforced where 'additionalProperties' are allowed");
}

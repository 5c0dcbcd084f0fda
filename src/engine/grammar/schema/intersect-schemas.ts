import { intersectItems, intersectProperties } from "./intersect-subschemas.ts";
import type { JsonTypeName } from "./enforced-keywords.ts";
import type { FlatSchema } from "./flat-schema.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { SchemaError } from "./schema-error.ts";
import { typeBit, typeMask } from "./type-mask.ts";

/**
 * The schema of the values that satisfy both schemas, exactly:
 *
 * - `{"minimum": 1, "maximum": 9}` and `{"minimum": 3}` → `{"minimum": 3, "maximum": 9}`
 * - `{"enum": [1, 2]}` and `{"enum": [2, 3]}` → `{"enum": [2]}`
 * - `{"properties": {"a": A}}` and `{"properties": {"a": B}, "additionalProperties": false}` →
 *   `{"properties": {"a": {"allOf": [A, B]}}, "additionalProperties": false}`
 *
 * @returns undefined if no value can satisfy both
 * @throws {SchemaError} for two different patterns, whose intersection is not supported
 */
export function intersectSchemas(
  document: SchemaDocument,
  a: FlatSchema,
  b: FlatSchema,
): FlatSchema | undefined {
  document.budget.spend(2);
  if (Object.keys(a).length === 0) return b;
  if (Object.keys(b).length === 0) return a;
  document.budget.spend(10);
  const merged: FlatSchema = {
    ...a,
    ...b,
    ...combine("minimum", a.minimum, b.minimum, Math.max),
    ...combine("maximum", a.maximum, b.maximum, Math.min),
    ...combine("exclusiveMinimum", a.exclusiveMinimum, b.exclusiveMinimum, Math.max),
    ...combine("exclusiveMaximum", a.exclusiveMaximum, b.exclusiveMaximum, Math.min),
    ...combine("minLength", a.minLength, b.minLength, Math.max),
    ...combine("maxLength", a.maxLength, b.maxLength, Math.min),
    ...combine("minItems", a.minItems, b.minItems, Math.max),
    ...combine("maxItems", a.maxItems, b.maxItems, Math.min),
    ...combine("minProperties", a.minProperties, b.minProperties, Math.max),
    ...combine("maxProperties", a.maxProperties, b.maxProperties, Math.min),
    ...combine("required", a.required, b.required, (left, right) => {
      document.budget.spend(left.length + right.length);
      return [...new Set([...left, ...right])];
    }),
    ...combine("type", a.type, b.type, commonTypes),
    ...combine("enum", a.enum, b.enum, (left, right) => commonValues(document, left, right)),
    ...combine("pattern", a.pattern, b.pattern, (left, right) => {
      if (left === right) return left;
      throw new SchemaError("pattern", "can apply only once to a string: join the patterns into one");
    }),
    ...intersectProperties(document, a, b),
    ...intersectItems(document, a, b),
  };
  if (merged.type?.length === 0) return undefined;
  return merged.enum === undefined ? merged : restrictToValues(document, merged, merged.enum);
}

/**
 * The schema with the `values` that are of its type as its `enum`.
 *
 * @returns undefined if none is
 */
export function restrictToValues(
  document: SchemaDocument,
  schema: FlatSchema,
  values: readonly unknown[],
): FlatSchema | undefined {
  document.budget.spend(values.length);
  const types = typeMask(schema.type);
  const valuesOfType = values.filter((value) => (typeBit(value) & types) !== 0);
  return valuesOfType.length === 0 ? undefined : { ...schema, enum: valuesOfType };
}

/** The keyword with both values combined, if both schemas have it. */
function combine<Name extends keyof FlatSchema, Value>(
  name: Name,
  a: Value | undefined,
  b: Value | undefined,
  combineValues: (a: Value, b: Value) => Value,
): { [Key in Name]?: Value } {
  if (a === undefined || b === undefined) return {};
  const combined: { [Key in Name]?: Value } = {};
  combined[name] = combineValues(a, b);
  return combined;
}

function commonTypes(a: readonly JsonTypeName[], b: readonly JsonTypeName[]): readonly JsonTypeName[] {
  const includes = (types: readonly JsonTypeName[], type: JsonTypeName) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...a, ...b])].filter((type) => includes(a, type) && includes(b, type));
}

function commonValues(
  document: SchemaDocument,
  a: readonly unknown[],
  b: readonly unknown[],
): readonly unknown[] {
  document.budget.spend(a.length + b.length);
  const ids = new Set(b.map((value) => document.valueId(value)));
  return a.filter((value) => ids.has(document.valueId(value)));
}

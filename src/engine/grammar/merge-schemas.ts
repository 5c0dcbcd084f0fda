/** Two schemas that both apply, as one. Exact, or refused. */
import type { Schema, TypeName } from "./json-schema-keywords.ts";
import { SchemaProblem } from "./schema-problem.ts";
import type { Variant } from "./variants.ts";

/** @returns undefined where no value can follow both */
export function mergeVariants(a: Variant, b: Variant): Variant | undefined {
  const merged: Variant = {
    ...a,
    ...b,
    ...mergeWith(a.minimum, b.minimum, "minimum", Math.max),
    ...mergeWith(a.maximum, b.maximum, "maximum", Math.min),
    ...mergeWith(a.exclusiveMinimum, b.exclusiveMinimum, "exclusiveMinimum", Math.max),
    ...mergeWith(a.exclusiveMaximum, b.exclusiveMaximum, "exclusiveMaximum", Math.min),
    ...mergeWith(a.minLength, b.minLength, "minLength", Math.max),
    ...mergeWith(a.maxLength, b.maxLength, "maxLength", Math.min),
    ...mergeWith(a.minItems, b.minItems, "minItems", Math.max),
    ...mergeWith(a.maxItems, b.maxItems, "maxItems", Math.min),
    ...mergeWith(a.minProperties, b.minProperties, "minProperties", Math.max),
    ...mergeWith(a.maxProperties, b.maxProperties, "maxProperties", Math.min),
    ...mergeWith(a.required, b.required, "required", (left, right) => [...new Set([...left, ...right])]),
    ...mergeWith(a.type, b.type, "type", commonTypes),
    ...mergeWith(a.enum, b.enum, "enum", commonValues),
    ...mergeWith(a.pattern, b.pattern, "pattern", (left, right) => {
      if (left === right) return left;
      throw new SchemaProblem("pattern", "can apply only once to a string: join the patterns into one");
    }),
    ...mergeProperties(a, b),
    ...mergeItems(a, b),
  };
  return merged.type?.length === 0 || merged.enum?.length === 0 ? undefined : merged;
}

function mergeWith<Name extends keyof Variant, Value>(
  a: Value | undefined,
  b: Value | undefined,
  name: Name,
  merge: (a: Value, b: Value) => Value,
): { [Key in Name]?: Value } {
  if (a === undefined || b === undefined) return {};
  const merged: { [Key in Name]?: Value } = {};
  merged[name] = merge(a, b);
  return merged;
}

function commonTypes(a: readonly TypeName[], b: readonly TypeName[]): readonly TypeName[] {
  const includes = (types: readonly TypeName[], type: TypeName) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...a, ...b])].filter((type) => includes(a, type) && includes(b, type));
}

function commonValues(a: readonly unknown[], b: readonly unknown[]): readonly unknown[] {
  const texts = new Set(b.map((value) => JSON.stringify(value)));
  return a.filter((value) => texts.has(JSON.stringify(value)));
}

/** Where one side knows a property that the other does not, the other's `additionalProperties` apply to it. */
function mergeProperties(a: Variant, b: Variant): Partial<Variant> {
  const names = new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})]);
  const additional = both(a.additionalProperties, b.additionalProperties);
  return {
    ...((a.properties ?? b.properties) !== undefined && {
      properties: Object.fromEntries(
        [...names].map((name) => [name, both(propertySchema(a, name), propertySchema(b, name)) ?? true]),
      ),
    }),
    ...(additional !== undefined && { additionalProperties: additional }),
  };
}

export function propertySchema(
  { properties = {}, additionalProperties }: Variant,
  name: string,
): Schema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

function mergeItems(a: Variant, b: Variant): Partial<Variant> {
  if (
    (a.prefixItems && (b.prefixItems || b.items !== undefined)) ||
    (b.prefixItems && a.items !== undefined)
  ) {
    throw new SchemaProblem("prefixItems", "can apply only once to an array");
  }
  const items = both(a.items, b.items);
  return items === undefined ? {} : { items };
}

function both(a: Schema | undefined, b: Schema | undefined): Schema | undefined {
  if (a === undefined || a === true) return b ?? a;
  if (b === undefined || b === true) return a;
  if (a === false || b === false) return false;
  return JSON.stringify(a) === JSON.stringify(b) ? a : { allOf: [a, b] };
}

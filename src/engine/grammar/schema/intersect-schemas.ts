/** Two schemas that both apply, as one. Exact, or refused. */
import { type FlatSchema, itemSchema, propertySchema } from "./flat-schema.ts";
import { isObject, type JsonSchema, type JsonTypeName } from "./json-schema-keywords.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { SchemaError } from "./schema-error.ts";
import { typeBit, typeMask } from "./value-domain.ts";

/** @returns undefined where no value can follow both */
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
    ...mergeWith(a.required, b.required, "required", (left, right) => {
      document.budget.spend(left.length + right.length);
      return [...new Set([...left, ...right])];
    }),
    ...mergeWith(a.type, b.type, "type", commonTypes),
    ...mergeWith(a.enum, b.enum, "enum", (left, right) => commonValues(document, left, right)),
    ...mergeWith(a.pattern, b.pattern, "pattern", (left, right) => {
      if (left === right) return left;
      throw new SchemaError("pattern", "can apply only once to a string: join the patterns into one");
    }),
    ...mergeProperties(document, a, b),
    ...mergeItems(document, a, b),
  };
  if (merged.type?.length === 0) return undefined;
  return merged.enum === undefined ? merged : withValuesOfType(document, merged, merged.enum);
}

/** @returns undefined where none of the values is of the schema's type */
export function withValuesOfType(
  document: SchemaDocument,
  schema: FlatSchema,
  values: readonly unknown[],
): FlatSchema | undefined {
  document.budget.spend(values.length);
  const types = typeMask(schema.type);
  const useful = values.filter((value) => (typeBit(value) & types) !== 0);
  return useful.length === 0 ? undefined : { ...schema, enum: useful };
}

function mergeWith<Name extends keyof FlatSchema, Value>(
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

/** Where one side knows a property that the other does not, the other's `additionalProperties` apply to it. */
function mergeProperties(document: SchemaDocument, a: FlatSchema, b: FlatSchema): Partial<FlatSchema> {
  const names = new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})]);
  document.budget.spend(names.size);
  const additional = both(document, a.additionalProperties, b.additionalProperties);
  return {
    ...((a.properties ?? b.properties) !== undefined && {
      properties: Object.fromEntries(
        [...names].map((name) => [
          name,
          both(document, propertySchema(a, name), propertySchema(b, name)) ?? true,
        ]),
      ),
    }),
    ...(additional !== undefined && { additionalProperties: additional }),
  };
}

/** Where one side has more `prefixItems`, the other's `items` apply to them. */
function mergeItems(document: SchemaDocument, a: FlatSchema, b: FlatSchema): Partial<FlatSchema> {
  const length = Math.max(a.prefixItems?.length ?? 0, b.prefixItems?.length ?? 0);
  document.budget.spend(length);
  const items = both(document, a.items, b.items);
  return {
    ...(length > 0 && {
      prefixItems: Array.from(
        { length },
        (_, index) => both(document, itemSchema(a, index), itemSchema(b, index)) ?? true,
      ),
    }),
    ...(items !== undefined && { items }),
  };
}

function both(
  document: SchemaDocument,
  a: JsonSchema | undefined,
  b: JsonSchema | undefined,
): JsonSchema | undefined {
  if (a === undefined || a === true) return b ?? a;
  if (b === undefined || b === true) return a;
  if (a === false || b === false) return false;
  // Each part once, so that what recurs on both sides comes to an end.
  const parts = new Map([...partsOf(a), ...partsOf(b)].map((part) => [document.schemaId(part), part]));
  document.budget.spend(parts.size);
  const [only] = parts.values();
  return parts.size === 1 && only !== undefined ? only : { allOf: [...parts.values()] };
}

/** A schema that consists of `allOf` alone as its parts. */
function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  if (!isObject(schema)) return [schema];
  const { allOf, ...rest } = schema;
  if (!isSchemaList(allOf) || Object.keys(rest).length > 0) return [schema];
  return allOf.flatMap(partsOf);
}

function isSchemaList(value: unknown): value is readonly JsonSchema[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === "boolean" || isObject(item))
  );
}

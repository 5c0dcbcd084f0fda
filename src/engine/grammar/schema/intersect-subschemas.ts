/** Subschemas of properties and items on which two schemas agree: joined by `allOf`, to be expanded later. */
import { type FlatSchema, itemSchema, propertySchema } from "./flat-schema.ts";
import { isJsonSchema, isObject, type JsonSchema } from "./json-schema.ts";
import type { SchemaDocument } from "./schema-document.ts";

/** To a property that only one of the schemas names, `additionalProperties` of the other applies. */
export function intersectProperties(
  document: SchemaDocument,
  a: FlatSchema,
  b: FlatSchema,
): Partial<FlatSchema> {
  const names = new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})]);
  document.budget.spend(names.size);
  const additional = allOf(document, a.additionalProperties, b.additionalProperties);
  return {
    ...((a.properties ?? b.properties) !== undefined && {
      properties: Object.fromEntries(
        [...names].map((name) => [
          name,
          allOf(document, propertySchema(a, name), propertySchema(b, name)) ?? true,
        ]),
      ),
    }),
    ...(additional !== undefined && { additionalProperties: additional }),
  };
}

/** To an item that is a prefix item of only one of the schemas, `items` of the other applies. */
export function intersectItems(document: SchemaDocument, a: FlatSchema, b: FlatSchema): Partial<FlatSchema> {
  const length = Math.max(a.prefixItems?.length ?? 0, b.prefixItems?.length ?? 0);
  document.budget.spend(length);
  const items = allOf(document, a.items, b.items);
  return {
    ...(length > 0 && {
      prefixItems: Array.from(
        { length },
        (_, index) => allOf(document, itemSchema(a, index), itemSchema(b, index)) ?? true,
      ),
    }),
    ...(items !== undefined && { items }),
  };
}

/** @param a `undefined` restricts nothing */
function allOf(
  document: SchemaDocument,
  a: JsonSchema | undefined,
  b: JsonSchema | undefined,
): JsonSchema | undefined {
  if (a === undefined || a === true) return b ?? a;
  if (b === undefined || b === true) return a;
  if (a === false || b === false) return false;
  // Equal parts are joined, so that merging recursive schemas reaches a fixed point.
  const parts = new Map([...partsOf(a), ...partsOf(b)].map((part) => [document.schemaId(part), part]));
  document.budget.spend(parts.size);
  const [only] = parts.values();
  return parts.size === 1 && only !== undefined ? only : { allOf: [...parts.values()] };
}

/** The members of nested `allOf`s: `{"allOf": [A, {"allOf": [B, C]}]}` → A, B, C. */
function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  if (!isObject(schema)) return [schema];
  const { allOf: members, ...rest } = schema;
  if (!isNonEmptySchemaList(members) || Object.keys(rest).length > 0) return [schema];
  return members.flatMap(partsOf);
}

function isNonEmptySchemaList(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonSchema);
}

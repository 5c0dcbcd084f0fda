/** A schema object without references and combinations: what all of it says about one value. */
import type { JsonSchema, EnforcedKeywords, JsonTypeName } from "./json-schema-keywords.ts";

export type FlatSchema = Readonly<
  Omit<
    EnforcedKeywords,
    | "$ref"
    | "allOf"
    | "anyOf"
    | "oneOf"
    | "const"
    | "type"
    | "enum"
    | "required"
    | "items"
    | "additionalItems"
    | "unevaluatedItems"
    | "unevaluatedProperties"
  > & {
    readonly type?: readonly JsonTypeName[];
    /** Only values of `type`. */
    readonly enum?: readonly unknown[];
    readonly required?: readonly string[];
    /** For those after `prefixItems`. */
    readonly items?: JsonSchema;
  }
>;

export const ALL_TYPES: readonly JsonTypeName[] = ["null", "boolean", "number", "string", "array", "object"];

/** The types that a keyword speaks of: without `type`, a schema with such keywords is taken to be of these. */
const TYPES_OF_KEYWORDS: readonly (readonly [JsonTypeName, readonly (keyof FlatSchema)[]])[] = [
  ["object", ["properties", "required", "additionalProperties", "minProperties", "maxProperties"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems"]],
  ["string", ["minLength", "maxLength", "pattern"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]],
];

/** The types of the values that are written for it. */
export function generatedTypes(schema: FlatSchema): readonly JsonTypeName[] {
  if (schema.type !== undefined) return schema.type;
  const implied = TYPES_OF_KEYWORDS.flatMap(([type, keywords]) =>
    keywords.some((keyword) => schema[keyword] !== undefined) ? [type] : [],
  );
  return implied.length > 0 ? implied : ALL_TYPES;
}

/** The schema of a property, or undefined where nothing is said of it. */
export function propertySchema(
  { properties = {}, additionalProperties }: FlatSchema,
  name: string,
): JsonSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

/** The schema of an item, or undefined where nothing is said of it. */
export function itemSchema({ prefixItems = [], items }: FlatSchema, index: number): JsonSchema | undefined {
  return index < prefixItems.length ? prefixItems[index] : items;
}

import type { EnforcedKeywords, JsonTypeName } from "./enforced-keywords.ts";
import type { JsonSchema } from "./json-schema.ts";

/** A schema object without `$ref`, `allOf`, `anyOf` and `oneOf`: all constraints on a value in one place. */
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
    /** Contains only values of `type`. */
    readonly enum?: readonly unknown[];
    readonly required?: readonly string[];
    /** Applies to the items after `prefixItems`. */
    readonly items?: JsonSchema;
  }
>;

const ALL_TYPES: readonly JsonTypeName[] = ["null", "boolean", "number", "string", "array", "object"];

/** Keywords that apply to one type of value only. */
const KEYWORDS_BY_TYPE: readonly (readonly [JsonTypeName, readonly (keyof FlatSchema)[]])[] = [
  ["object", ["properties", "required", "additionalProperties", "minProperties", "maxProperties"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems"]],
  ["string", ["minLength", "maxLength", "pattern"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]],
];

/** Keywords that restrict nothing beside `enum`, whose values have been filtered by `type`. */
const ENUM_COMPATIBLE_KEYWORDS: ReadonlySet<string> = new Set<keyof FlatSchema>(["enum", "type", "format"]);

/**
 * The types of the values that are generated. A schema without `type` that has keywords of some types is
 * taken to mean these: `{"minimum": 3}` allows strings too, but numbers are meant.
 */
export function generatedTypes(schema: FlatSchema): readonly JsonTypeName[] {
  if (schema.type !== undefined) return schema.type;
  const implied = KEYWORDS_BY_TYPE.flatMap(([type, keywords]) =>
    keywords.some((keyword) => schema[keyword] !== undefined) ? [type] : [],
  );
  return implied.length > 0 ? implied : ALL_TYPES;
}

/** The keywords that would have to be checked against each value of `enum`. */
export function keywordsBesideEnum(schema: FlatSchema): string[] {
  return Object.keys(schema).filter((keyword) => !ENUM_COMPATIBLE_KEYWORDS.has(keyword));
}

/** @returns undefined if the schema does not restrict that property */
export function propertySchema(
  { properties = {}, additionalProperties }: FlatSchema,
  name: string,
): JsonSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

/** @returns undefined if the schema does not restrict that item */
export function itemSchema({ prefixItems = [], items }: FlatSchema, index: number): JsonSchema | undefined {
  return index < prefixItems.length ? prefixItems[index] : items;
}

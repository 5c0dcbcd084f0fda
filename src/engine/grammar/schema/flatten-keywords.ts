import type { EnforcedKeywords } from "./enforced-keywords.ts";
import type { FlatSchema } from "./flat-schema.ts";
import { restrictToValues } from "./intersect-schemas.ts";
import type { SchemaDocument } from "./schema-document.ts";

type KeywordsWithoutCombinations = Omit<
  EnforcedKeywords,
  "$ref" | "allOf" | "anyOf" | "oneOf" | "unevaluatedProperties" | "unevaluatedItems"
>;

/**
 * Brings keywords into one form: `type` is a list, `const` is an `enum` of one value, and tuples are
 * `prefixItems`. Before draft 2020-12, `items` could be what `prefixItems` is now, and `additionalItems` was
 * what `items` is.
 *
 * @returns undefined if no value is valid
 */
export function flattenKeywords(
  document: SchemaDocument,
  keywords: KeywordsWithoutCombinations,
): FlatSchema | undefined {
  const { type, items, prefixItems, additionalItems, enum: values, ...others } = keywords;
  const isOldTuple = Array.isArray(items);
  const prefix = isOldTuple ? items : prefixItems;
  const furtherItems = isOldTuple ? additionalItems : items;
  const { const: constant, ...rest } = others;
  const schema: FlatSchema = {
    ...rest,
    ...(type !== undefined && { type: Array.isArray(type) ? type : [type] }),
    ...(prefix && prefix.length > 0 && { prefixItems: prefix }),
    ...(furtherItems !== undefined && !Array.isArray(furtherItems) && { items: furtherItems }),
  };
  if (schema.type?.length === 0) return undefined;
  // The constant may be null, and so cannot be told from an absent one by its value.
  if (!("const" in others)) {
    return values === undefined ? schema : restrictToValues(document, schema, values);
  }
  const id = document.valueId(constant);
  const isListed = values?.some((value) => document.valueId(value) === id) ?? true;
  return isListed ? restrictToValues(document, schema, [constant]) : undefined;
}

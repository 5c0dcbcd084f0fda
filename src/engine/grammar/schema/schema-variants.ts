/**
 * Expands a schema into disjunctive normal form: a list of variants without references and combinations. Every
 * value that is generated for a variant is valid, and every valid value is permitted by a variant.
 */
import type { EnforcedKeywords } from "./enforced-keywords.ts";
import { makeBranchesExclusive, type OneOfBranch } from "./exclusive-branches.ts";
import { flattenKeywords } from "./flatten-keywords.ts";
import { type FlatSchema, keywordsBesideEnum } from "./flat-schema.ts";
import { intersectVariants, limitVariants } from "./intersect-variants.ts";
import { isObject, type JsonSchema } from "./json-schema.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { SchemaError } from "./schema-error.ts";
import type { SchemaVariant } from "./schema-variant.ts";
import { createDomainLookup } from "./value-domain.ts";

/** Depth of references and combinations around one value. */
const MAX_EXPANSION_DEPTH = 64;

/**
 * Returns a function that expands a schema of the document, once for each schema. With A to D for schemas
 * without combinations:
 *
 * - `{"allOf": [A, B]}` → A ∩ B
 * - `{"anyOf": [A, B]}` → A, B
 * - `{"anyOf": [A, B], "allOf": [{"anyOf": [C, D]}]}` → C ∩ A, C ∩ B, D ∩ A, D ∩ B
 * - `{"oneOf": [A, B]}` → A without B, B without A
 *
 * The function throws SchemaError.
 */
export function createVariantExpander(
  document: SchemaDocument,
): (schema: JsonSchema) => readonly SchemaVariant[] {
  const expanded = new Map<string, readonly SchemaVariant[] | "in-progress">();
  const domainOf = createDomainLookup(document);
  let depth = 0;

  const expand = (schema: JsonSchema): readonly SchemaVariant[] => {
    if (!isObject(schema)) return schema ? [{ generated: {}, permitted: {} }] : [];
    const id = document.schemaId(schema);
    const known = expanded.get(id);
    if (known === "in-progress") {
      throw new SchemaError("$ref", "must not lead back to itself without a property or an item between");
    }
    if (known !== undefined) return known;
    if (depth >= MAX_EXPANSION_DEPTH) {
      throw new SchemaError(
        "$ref",
        `must not lead through more than ${MAX_EXPANSION_DEPTH} schemas to a value`,
      );
    }
    const outer = document.enter(schema);
    expanded.set(id, "in-progress");
    depth++;
    const variants = expandKeywords(document.readKeywords(schema), schema);
    depth--;
    expanded.set(id, variants);
    document.enter(outer);
    return variants;
  };

  const expandKeywords = (keywords: EnforcedKeywords, schema: JsonSchema): readonly SchemaVariant[] => {
    const { $ref, allOf = [], anyOf, oneOf, unevaluatedProperties, unevaluatedItems, ...rest } = keywords;
    const flat = flattenKeywords(document, rest);
    let variants: readonly SchemaVariant[] = flat === undefined ? [] : [{ generated: flat, permitted: flat }];
    if ($ref !== undefined) variants = intersectVariants(document, variants, expand(document.resolve($ref)));
    for (const part of allOf) variants = intersectVariants(document, variants, expand(part));
    if (anyOf !== undefined) {
      variants = intersectVariants(document, variants, joinConstants(document, anyOf.flatMap(expand)));
    }
    if (oneOf !== undefined) {
      const branches = oneOf.map((part): OneOfBranch => {
        const branch = expand(part);
        return {
          variants: intersectVariants(document, variants, branch),
          permitted: branch.map(({ permitted }) => permitted),
        };
      });
      document.enter(schema);
      const exclusive = makeBranchesExclusive(document, domainOf, branches);
      variants = limitVariants(joinConstants(document, exclusive), "oneOf");
    }
    return applyUnevaluated(variants, unevaluatedProperties, unevaluatedItems);
  };

  return expand;
}

/** Joins variants that are constants, so that a long list does not multiply: 1, A, 2 → `{"enum": [1, 2]}`, A. */
function joinConstants(
  document: SchemaDocument,
  variants: readonly SchemaVariant[],
): readonly SchemaVariant[] {
  document.budget.spend(variants.length);
  const isConstant = ({ generated, permitted }: SchemaVariant) =>
    generated === permitted && permitted.enum !== undefined && keywordsBesideEnum(permitted).length === 0;
  const values = variants.filter(isConstant).flatMap(({ permitted }) => permitted.enum ?? []);
  document.budget.spend(values.length);
  if (values.length === 0) return variants;
  const joined: FlatSchema = { enum: values };
  return [{ generated: joined, permitted: joined }, ...variants.filter((variant) => !isConstant(variant))];
}

/**
 * `unevaluatedProperties` and `unevaluatedItems` apply to what neither the schema nor its parts describe, so
 * they become `additionalProperties` and `items` of variants that have none.
 */
function applyUnevaluated(
  variants: readonly SchemaVariant[],
  properties: JsonSchema | undefined,
  items: JsonSchema | undefined,
): readonly SchemaVariant[] {
  if (properties === undefined && items === undefined) return variants;
  const apply = (schema: FlatSchema): FlatSchema => ({
    ...(properties !== undefined && { additionalProperties: properties }),
    ...(items !== undefined && { items }),
    ...schema,
  });
  return variants.map(({ generated, permitted }) => ({
    generated: generated && apply(generated),
    // A value that matches several variants may have the properties of all of them.
    permitted: variants.length === 1 ? apply(permitted) : permitted,
  }));
}

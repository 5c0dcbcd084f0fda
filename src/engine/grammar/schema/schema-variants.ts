/**
 * A schema as a list of variants without references and combinations. Every text that is written for one of
 * them is valid, and every valid value is allowed by one of them.
 */
import { type OneOfBranch, makeBranchesExclusive } from "./exclusive-branches.ts";
import type { FlatSchema } from "./flat-schema.ts";
import type { JsonSchema, EnforcedKeywords } from "./json-schema-keywords.ts";
import { intersectSchemas, withValuesOfType } from "./intersect-schemas.ts";
import { isJsonSchemaObject, type SchemaDocument } from "./schema-document.ts";
import { SchemaError } from "./schema-error.ts";
import type { SchemaVariant } from "./schema-variant.ts";
import { createDomainLookup } from "./value-domain.ts";

/** Combinations multiply. */
const MAX_VARIANTS = 200;
/** Of references and combinations of one value. */
const MAX_DEPTH = 64;

/** Gives the variants of a document's schemas, each worked out once. The function throws SchemaError. */
export function createVariantExpander(
  document: SchemaDocument,
): (schema: JsonSchema) => readonly SchemaVariant[] {
  const known = new Map<string, readonly SchemaVariant[] | "under way">();
  const domainOf = createDomainLookup(document);
  let depth = 0;

  const variantsOf = (schema: JsonSchema): readonly SchemaVariant[] => {
    if (!isJsonSchemaObject(schema)) return schema ? [{ generated: {}, permitted: {} }] : [];
    const id = document.schemaId(schema);
    const found = known.get(id);
    if (found === "under way") throw new SchemaError("$ref", "must not lead back to itself at once");
    if (found !== undefined) return found;
    if (depth >= MAX_DEPTH) {
      throw new SchemaError("$ref", `must not lead through more than ${MAX_DEPTH} schemas to a value`);
    }
    const outer = document.enter(schema);
    known.set(id, "under way");
    depth++;
    const variants = expand(document.readKeywords(schema), schema);
    depth--;
    known.set(id, variants);
    document.enter(outer);
    return variants;
  };

  const expand = (keywords: EnforcedKeywords, schema: JsonSchema): readonly SchemaVariant[] => {
    const { $ref, allOf = [], anyOf, oneOf, unevaluatedProperties, unevaluatedItems, ...rest } = keywords;
    const plain = plainSchema(document, rest);
    let variants: readonly SchemaVariant[] =
      plain === undefined ? [] : [{ generated: plain, permitted: plain }];
    if ($ref !== undefined) variants = product(document, variants, variantsOf(document.resolve($ref)));
    for (const part of allOf) variants = product(document, variants, variantsOf(part));
    if (anyOf !== undefined) {
      variants = product(document, variants, joinConstants(document, anyOf.flatMap(variantsOf)));
    }
    if (oneOf !== undefined) {
      const branches = oneOf.map((part): OneOfBranch => {
        const branch = variantsOf(part);
        return {
          variants: product(document, variants, branch),
          allowed: branch.map(({ permitted: allowed }) => allowed),
        };
      });
      document.enter(schema);
      variants = limited(
        joinConstants(document, makeBranchesExclusive(document, domainOf, branches)),
        "oneOf",
      );
    }
    return closeVariants(variants, unevaluatedProperties, unevaluatedItems);
  };

  return variantsOf;
}

type PlainKeywords = Omit<
  EnforcedKeywords,
  "$ref" | "allOf" | "anyOf" | "oneOf" | "unevaluatedProperties" | "unevaluatedItems"
>;

/** @returns undefined where it allows no value */
function plainSchema(document: SchemaDocument, keywords: PlainKeywords): FlatSchema | undefined {
  const { type, items, prefixItems, additionalItems, enum: values, ...others } = keywords;
  // Before draft 2020-12 `items` could be what `prefixItems` is now, and `additionalItems` what `items` is.
  const isTuple = Array.isArray(items);
  const tuple = isTuple ? items : prefixItems;
  const more = isTuple ? additionalItems : items;
  const { const: only, ...rest } = others;
  const schema: FlatSchema = {
    ...rest,
    ...(type !== undefined && { type: Array.isArray(type) ? type : [type] }),
    ...(tuple && tuple.length > 0 && { prefixItems: tuple }),
    ...(more !== undefined && !Array.isArray(more) && { items: more }),
  };
  if (schema.type?.length === 0) return undefined;
  if (!("const" in others)) {
    return values === undefined ? schema : withValuesOfType(document, schema, values);
  }
  const id = document.valueId(only);
  const isListed = values?.some((value) => document.valueId(value) === id) ?? true;
  return isListed ? withValuesOfType(document, schema, [only]) : undefined;
}

function product(
  document: SchemaDocument,
  left: readonly SchemaVariant[],
  right: readonly SchemaVariant[],
): readonly SchemaVariant[] {
  const [only] = left;
  if (left.length === 1 && only?.generated === only?.permitted && isEmpty(only?.permitted))
    return limited(right, "anyOf");
  const merged: SchemaVariant[] = [];
  for (const a of left) {
    for (const b of right) {
      const variant = mergeVariants(document, a, b);
      if (variant !== undefined) merged.push(variant);
      limited(merged, "anyOf");
    }
  }
  return merged;
}

function isEmpty(schema: FlatSchema | undefined): boolean {
  for (const _ in schema) return false;
  return schema !== undefined;
}

function mergeVariants(
  document: SchemaDocument,
  a: SchemaVariant,
  b: SchemaVariant,
): SchemaVariant | undefined {
  const allowed = intersectSchemas(document, a.permitted, b.permitted);
  if (allowed === undefined) return undefined;
  if (a.generated === a.permitted && b.generated === b.permitted)
    return { generated: allowed, permitted: allowed };
  return {
    generated: a.generated && b.generated && intersectSchemas(document, a.generated, b.generated),
    permitted: allowed,
  };
}

function limited(variants: readonly SchemaVariant[], keyword: string): readonly SchemaVariant[] {
  if (variants.length <= MAX_VARIANTS) return variants;
  throw new SchemaError(keyword, `must not give more than ${MAX_VARIANTS} combinations`);
}

/** All variants that are constants alone as one, so that a long list of them does not multiply. */
function joinConstants(
  document: SchemaDocument,
  variants: readonly SchemaVariant[],
): readonly SchemaVariant[] {
  document.budget.spend(variants.length);
  const isConstant = ({ generated: made, permitted: allowed }: SchemaVariant) =>
    made === allowed &&
    allowed.enum !== undefined &&
    Object.keys(allowed).every((key) => CONSTANT_KEYS.has(key));
  const values = variants.filter(isConstant).flatMap(({ permitted: allowed }) => allowed.enum ?? []);
  document.budget.spend(values.length);
  if (values.length === 0) return variants;
  const joined: FlatSchema = { enum: values };
  return [{ generated: joined, permitted: joined }, ...variants.filter((variant) => !isConstant(variant))];
}

/** Besides the values themselves: what says nothing more about them. */
const CONSTANT_KEYS: ReadonlySet<string> = new Set<keyof FlatSchema>(["enum", "type", "format"]);

/**
 * `unevaluatedProperties` and `unevaluatedItems` apply to what neither the schema beside them nor its parts
 * speak of: to nothing where a part says `additionalProperties` or `items`.
 */
function closeVariants(
  variants: readonly SchemaVariant[],
  properties: JsonSchema | undefined,
  items: JsonSchema | undefined,
): readonly SchemaVariant[] {
  if (properties === undefined && items === undefined) return variants;
  const close = (schema: FlatSchema): FlatSchema => ({
    ...(properties !== undefined && { additionalProperties: properties }),
    ...(items !== undefined && { items }),
    ...schema,
  });
  return variants.map(({ generated: made, permitted: allowed }) => ({
    generated: made && close(made),
    // A value may follow several variants at once, and then all of them count for it.
    permitted: variants.length === 1 ? close(allowed) : allowed,
  }));
}

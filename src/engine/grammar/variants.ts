/**
 * A schema as a list of variants without references and combinations. Every text that is written for one of
 * them is valid, and every valid value is allowed by one of them.
 */
import { type ExclusiveBranch, exclusiveVariants } from "./exclusive-variants.ts";
import type { FlatSchema } from "./flat-schema.ts";
import type { Schema, SchemaObject } from "./json-schema-keywords.ts";
import { mergeSchemas, withValuesOfType } from "./merge-schemas.ts";
import { isSchemaRecord, type SchemaDocument } from "./schema-document.ts";
import { SchemaProblem } from "./schema-problem.ts";
import { createDomains } from "./value-domain.ts";

export interface Variant {
  /** The values that are written: all of them are valid. Absent where none is. */
  readonly made: FlatSchema | undefined;
  /** At least the values that are valid, to tell whether another schema's values can be among them. */
  readonly allowed: FlatSchema;
}

/** Combinations multiply. */
const MAX_VARIANTS = 200;
/** Of references and combinations of one value. */
const MAX_DEPTH = 64;

/** Gives the variants of a document's schemas, each worked out once. The function throws SchemaProblem. */
export function createVariants(document: SchemaDocument): (schema: Schema) => readonly Variant[] {
  const known = new Map<string, readonly Variant[] | "under way">();
  const domainOf = createDomains(document);
  let depth = 0;

  const variantsOf = (schema: Schema): readonly Variant[] => {
    if (!isSchemaRecord(schema)) return schema ? [{ made: {}, allowed: {} }] : [];
    const id = document.schemaId(schema);
    const found = known.get(id);
    if (found === "under way") throw new SchemaProblem("$ref", "must not lead back to itself at once");
    if (found !== undefined) return found;
    if (depth >= MAX_DEPTH) {
      throw new SchemaProblem("$ref", `must not lead through more than ${MAX_DEPTH} schemas to a value`);
    }
    const outer = document.lookAt(schema);
    known.set(id, "under way");
    depth++;
    const variants = expand(document.read(schema), schema);
    depth--;
    known.set(id, variants);
    document.lookAt(outer);
    return variants;
  };

  const expand = (keywords: SchemaObject, schema: Schema): readonly Variant[] => {
    const { $ref, allOf = [], anyOf, oneOf, unevaluatedProperties, unevaluatedItems, ...rest } = keywords;
    const plain = plainSchema(document, rest);
    let variants: readonly Variant[] = plain === undefined ? [] : [{ made: plain, allowed: plain }];
    if ($ref !== undefined) variants = product(document, variants, variantsOf(document.resolve($ref)));
    for (const part of allOf) variants = product(document, variants, variantsOf(part));
    if (anyOf !== undefined) {
      variants = product(document, variants, joinConstants(document, anyOf.flatMap(variantsOf)));
    }
    if (oneOf !== undefined) {
      const branches = oneOf.map((part): ExclusiveBranch => {
        const branch = variantsOf(part);
        return {
          variants: product(document, variants, branch),
          allowed: branch.map(({ allowed }) => allowed),
        };
      });
      document.lookAt(schema);
      variants = limited(joinConstants(document, exclusiveVariants(document, domainOf, branches)), "oneOf");
    }
    return closeVariants(variants, unevaluatedProperties, unevaluatedItems);
  };

  return variantsOf;
}

type PlainKeywords = Omit<
  SchemaObject,
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
  left: readonly Variant[],
  right: readonly Variant[],
): readonly Variant[] {
  const [only] = left;
  if (left.length === 1 && only?.made === only?.allowed && isEmpty(only?.allowed))
    return limited(right, "anyOf");
  const merged: Variant[] = [];
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

function mergeVariants(document: SchemaDocument, a: Variant, b: Variant): Variant | undefined {
  const allowed = mergeSchemas(document, a.allowed, b.allowed);
  if (allowed === undefined) return undefined;
  if (a.made === a.allowed && b.made === b.allowed) return { made: allowed, allowed };
  return { made: a.made && b.made && mergeSchemas(document, a.made, b.made), allowed };
}

function limited(variants: readonly Variant[], keyword: string): readonly Variant[] {
  if (variants.length <= MAX_VARIANTS) return variants;
  throw new SchemaProblem(keyword, `must not give more than ${MAX_VARIANTS} combinations`);
}

/** All variants that are constants alone as one, so that a long list of them does not multiply. */
function joinConstants(document: SchemaDocument, variants: readonly Variant[]): readonly Variant[] {
  document.budget.spend(variants.length);
  const isConstant = ({ made, allowed }: Variant) =>
    made === allowed &&
    allowed.enum !== undefined &&
    Object.keys(allowed).every((key) => CONSTANT_KEYS.has(key));
  const values = variants.filter(isConstant).flatMap(({ allowed }) => allowed.enum ?? []);
  document.budget.spend(values.length);
  if (values.length === 0) return variants;
  const joined: FlatSchema = { enum: values };
  return [{ made: joined, allowed: joined }, ...variants.filter((variant) => !isConstant(variant))];
}

/** Besides the values themselves: what says nothing more about them. */
const CONSTANT_KEYS: ReadonlySet<string> = new Set<keyof FlatSchema>(["enum", "type", "format"]);

/**
 * `unevaluatedProperties` and `unevaluatedItems` apply to what neither the schema beside them nor its parts
 * speak of: to nothing where a part says `additionalProperties` or `items`.
 */
function closeVariants(
  variants: readonly Variant[],
  properties: Schema | undefined,
  items: Schema | undefined,
): readonly Variant[] {
  if (properties === undefined && items === undefined) return variants;
  const close = (schema: FlatSchema): FlatSchema => ({
    ...(properties !== undefined && { additionalProperties: properties }),
    ...(items !== undefined && { items }),
    ...schema,
  });
  return variants.map(({ made, allowed }) => ({
    made: made && close(made),
    // A value may follow several variants at once, and then all of them count for it.
    allowed: variants.length === 1 ? close(allowed) : allowed,
  }));
}

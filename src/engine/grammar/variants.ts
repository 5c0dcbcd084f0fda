/**
 * A schema as a list of variants without references and combinations: a value is valid exactly where one of
 * them holds it.
 */
import type { Schema, SchemaObject, TypeName } from "./json-schema-keywords.ts";
import { mergeVariants, propertySchema } from "./merge-schemas.ts";
import { readSchema, resolveReference } from "./read-schema.ts";
import { SchemaProblem } from "./schema-problem.ts";

export type Variant = Readonly<
  Omit<
    SchemaObject,
    "$ref" | "allOf" | "anyOf" | "oneOf" | "const" | "type" | "enum" | "required" | "items"
  > & {
    readonly type?: readonly TypeName[];
    readonly enum?: readonly unknown[];
    readonly required?: readonly string[];
    readonly items?: Schema;
  }
>;

/** Combinations multiply. */
const MOST_VARIANTS = 200;

/** @throws {SchemaProblem} */
export function variantsOf(
  root: Schema,
  schema: Schema,
  references: readonly string[] = [],
): readonly Variant[] {
  if (schema === false) return [];
  if (schema === true) return [{}];
  const { $ref, allOf = [], anyOf, oneOf, ...rest } = readSchema(schema, schema === root);
  const expand = (part: Schema) => variantsOf(root, part, references);
  let variants: readonly Variant[] = [plainVariant(rest)];
  if ($ref !== undefined) {
    if (references.includes($ref)) throw new SchemaProblem("$ref", "must not lead back to itself at once");
    variants = product(variants, variantsOf(root, resolveReference(root, $ref), [...references, $ref]));
  }
  for (const part of allOf) variants = product(variants, expand(part));
  if (anyOf !== undefined) variants = product(variants, anyOf.flatMap(expand));
  if (oneOf !== undefined) variants = exclusiveProduct(root, variants, oneOf.map(expand));
  return variants;
}

function plainVariant({ type, items, prefixItems, additionalItems, ...rest }: SchemaObject): Variant {
  // Before draft 2020-12 `items` could be what `prefixItems` is now, and `additionalItems` what `items` is.
  const isTuple = Array.isArray(items);
  const tuple = isTuple ? items : prefixItems;
  const more = isTuple ? additionalItems : items;
  const variant = {
    ...rest,
    ...(type !== undefined && { type: Array.isArray(type) ? type : [type] }),
    ...(tuple && tuple.length > 0 && { prefixItems: tuple }),
    ...(more !== undefined && !Array.isArray(more) && { items: more }),
  };
  if (!("const" in variant)) return variant;
  const { const: only, enum: values, ...others } = variant;
  const isListed = values?.some((value) => JSON.stringify(value) === JSON.stringify(only)) ?? true;
  return { ...others, enum: isListed ? [only] : [] };
}

function product(left: readonly Variant[], right: readonly Variant[]): readonly Variant[] {
  const merged = left.flatMap((a) => right.flatMap((b) => mergeVariants(a, b) ?? []));
  if (merged.length <= MOST_VARIANTS) return merged;
  throw new SchemaProblem("anyOf", `must not give more than ${MOST_VARIANTS} combinations`);
}

function exclusiveProduct(
  root: Schema,
  left: readonly Variant[],
  branches: readonly (readonly Variant[])[],
): readonly Variant[] {
  const products = branches.map((branch) => product(left, branch));
  for (const [index, branch] of products.entries()) {
    for (const other of products.filter((_, otherIndex) => otherIndex !== index)) {
      if (!branch.every((a) => other.every((b) => excludes(root, a, b)))) {
        throw new SchemaProblem(
          "oneOf",
          "must have branches that no value can follow two of, such as objects with different 'const' values " +
            "of one required property: use 'anyOf' where they may overlap",
        );
      }
    }
  }
  return products.flat();
}

/** Whether no value that is generated for `made` can be valid for `other`, as far as that is easily seen. */
function excludes(root: Schema, made: Variant, other: Variant): boolean {
  if (haveDifferentValues(made, other)) return true;
  if (!isObjectOnly(made) || !isObjectOnly(other)) return false;
  const { required = [], properties = {}, additionalProperties = false } = made;
  // What is not declared is not generated, unless that is asked for.
  const mayHave = (name: string) => Object.hasOwn(properties, name) || required.includes(name);
  if (additionalProperties === false && (other.required ?? []).some((name) => !mayHave(name))) return true;
  return required.some((name) => {
    const [mine, theirs] = [propertySchema(made, name) ?? true, propertySchema(other, name) ?? true];
    if (theirs === false) return true;
    if (typeof mine === "boolean" || typeof theirs === "boolean") return false;
    const [a, b] = [scalarVariants(root, mine), scalarVariants(root, theirs)];
    return a.every((left) => b.every((right) => haveDifferentValues(left, right)));
  });
}

function haveDifferentValues(a: Variant, b: Variant): boolean {
  const texts = b.enum && new Set(b.enum.map((value) => JSON.stringify(value)));
  if (a.enum && texts) return a.enum.every((value) => !texts.has(JSON.stringify(value)));
  return (
    a.type !== undefined &&
    b.type !== undefined &&
    mergeVariants({ type: a.type }, { type: b.type }) === undefined
  );
}

/** The variants of a property that may tell objects apart, which is never one that needs a close look. */
function scalarVariants(root: Schema, schema: Schema): readonly Variant[] {
  try {
    return variantsOf(root, schema);
  } catch {
    // Whatever is wrong with it is reported where it is compiled.
    return [{}];
  }
}

function isObjectOnly({ type }: Variant): boolean {
  return type?.length === 1 && type[0] === "object";
}

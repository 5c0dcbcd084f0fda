/**
 * `oneOf`: exactly one branch may hold a value. The values that are written for a branch are narrowed until no
 * other branch can hold them, or the schema is refused.
 */
import { type FlatSchema, generatedTypes } from "./flat-schema.ts";
import type { JsonSchema } from "./json-schema-keywords.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { SchemaError } from "./schema-error.ts";
import { type PermittedObject, makeObjectsDisjoint, type GeneratedObject } from "./disjoint-objects.ts";
import { allowsObject, type ValueDomain, isOnlyObject, typeBits, typeBit, typeMask } from "./value-domain.ts";
import type { SchemaVariant } from "./schema-variant.ts";

export interface OneOfBranch {
  /** Of the branch together with what stands beside the `oneOf`. */
  readonly variants: readonly SchemaVariant[];
  /** Of the branch alone: the values written for other branches must not follow them. */
  readonly allowed: readonly FlatSchema[];
}

/** @throws {SchemaError} where a value that is written could follow two branches */
export function makeBranchesExclusive(
  document: SchemaDocument,
  domainOf: (schema: JsonSchema) => ValueDomain,
  branches: readonly OneOfBranch[],
): readonly SchemaVariant[] {
  const index = indexAllowed(document, branches);
  const alone: SchemaVariant[] = [];
  const objects: (GeneratedObject & { readonly allowed: FlatSchema })[] = [];
  for (const [branch, { variants }] of branches.entries()) {
    for (const variant of variants) {
      document.budget.spend();
      const { generated: made, permitted: allowed } = variant;
      if (made === undefined) alone.push(variant);
      else if (made.enum !== undefined) {
        if (made.enum.some((value) => index.holdsElsewhere(branch, value))) throw overlap();
        alone.push(variant);
      } else if (index.typesElsewhere(branch, typeMask(made.type)) === 0) alone.push(variant);
      else {
        const type = generatedTypes(made);
        const shared = index.typesElsewhere(branch, typeMask(type));
        if (shared !== 0 && (!isOnlyObject(shared) || index.hasConstantObject(branch))) throw overlap();
        const others = shared === 0 ? type : type.filter((name) => name !== "object");
        if (others.length > 0) alone.push({ generated: { ...made, type: others }, permitted: allowed });
        if (shared !== 0) objects.push({ branch, generated: { ...made, type: ["object"] }, allowed });
      }
    }
  }
  const separated = makeObjectsDisjoint(document, domainOf, objects, index.objects);
  if (separated === undefined) throw overlap();
  return [
    ...alone,
    ...objects.map(({ allowed }, position): SchemaVariant => ({
      generated: separated[position],
      permitted: allowed,
    })),
  ];
}

function overlap(): SchemaError {
  return new SchemaError(
    "oneOf",
    "must have branches that no value can follow two of, such as objects with different 'const' values " +
      "of one property: use 'anyOf' where they may overlap",
  );
}

/** The values of all branches, by the branch that allows them. */
function indexAllowed(document: SchemaDocument, branches: readonly OneOfBranch[]) {
  const constants = new Map<string, Set<number>>();
  /** Of each type, the branches that allow listed values of it, and the ones that allow others. */
  const listed = new Map<number, Set<number>>();
  const open = new Map<number, Set<number>>();
  const objects: PermittedObject[] = [];
  for (const [branch, { allowed }] of branches.entries()) {
    for (const schema of allowed) {
      document.budget.spend();
      if (schema.enum !== undefined) {
        document.budget.spend(schema.enum.length);
        for (const value of schema.enum) {
          add(constants, document.valueId(value), branch);
          add(listed, typeBit(value), branch);
        }
        continue;
      }
      document.budget.spend(3);
      const types = typeMask(schema.type);
      for (const type of typeBits(types)) add(open, type, branch);
      if (allowsObject(types)) objects.push({ branch, schema });
    }
  }
  return {
    objects,
    /** Whether another branch allows the value, as far as is easily seen. */
    holdsElsewhere: (branch: number, value: unknown) =>
      hasOther(constants.get(document.valueId(value)), branch) || hasOther(open.get(typeBit(value)), branch),
    /** Those of the types of which another branch allows any value. */
    typesElsewhere: (branch: number, types: number) =>
      typeBits(types)
        .filter((type) => hasOther(listed.get(type), branch) || hasOther(open.get(type), branch))
        .reduce((bits, type) => bits | type, 0),
    hasConstantObject: (branch: number) =>
      [...listed].some(([type, owners]) => isOnlyObject(type) && hasOther(owners, branch)),
  };
}

function add<Key>(sets: Map<Key, Set<number>>, key: Key, branch: number): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([branch]));
  else set.add(branch);
}

function hasOther(branches: ReadonlySet<number> | undefined, branch: number): boolean {
  return branches !== undefined && branches.size > (branches.has(branch) ? 1 : 0);
}

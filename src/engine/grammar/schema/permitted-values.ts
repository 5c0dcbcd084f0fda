import type { PermittedObject } from "./branch-objects.ts";
import type { FlatSchema } from "./flat-schema.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { bitsOf, includesObject, isObjectOnly, typeBit, typeMask } from "./type-mask.ts";

/** An index of the values that the branches of one `oneOf` permit. Branches are given by their indexes. */
export interface PermittedValues {
  /** The schemas that permit objects other than constants. */
  readonly objects: readonly PermittedObject[];
  /** True if a branch other than `branch` lists the value, or permits more than listed values of its type. */
  mayPermitElsewhere(branch: number, value: unknown): boolean;
  /** Those of the types of which a branch other than `branch` permits values, as a mask. */
  sharedTypes(branch: number, types: number): number;
  /** True if a branch other than `branch` lists an object in `enum` or `const`. */
  hasConstantObjectElsewhere(branch: number): boolean;
}

/** Builds the index, so that comparing a value with all branches takes one look-up. */
export function indexPermittedValues(
  document: SchemaDocument,
  branches: readonly (readonly FlatSchema[])[],
): PermittedValues {
  const branchesByConstant = new Map<string, Set<number>>();
  /** By type bit, the branches that list constants of the type. */
  const listing = new Map<number, Set<number>>();
  /** By type bit, the branches that permit other values of the type. */
  const permitting = new Map<number, Set<number>>();
  const objects: PermittedObject[] = [];
  for (const [branch, permitted] of branches.entries()) {
    for (const schema of permitted) {
      document.budget.spend();
      if (schema.enum !== undefined) {
        document.budget.spend(schema.enum.length);
        for (const value of schema.enum) {
          addTo(branchesByConstant, document.valueId(value), branch);
          addTo(listing, typeBit(value), branch);
        }
        continue;
      }
      document.budget.spend(3);
      const types = typeMask(schema.type);
      for (const bit of bitsOf(types)) addTo(permitting, bit, branch);
      if (includesObject(types)) objects.push({ branch, schema });
    }
  }
  return {
    objects,
    mayPermitElsewhere: (branch, value) =>
      hasOther(branchesByConstant.get(document.valueId(value)), branch) ||
      hasOther(permitting.get(typeBit(value)), branch),
    sharedTypes: (branch, types) =>
      bitsOf(types)
        .filter((bit) => hasOther(listing.get(bit), branch) || hasOther(permitting.get(bit), branch))
        .reduce((mask, bit) => mask | bit, 0),
    hasConstantObjectElsewhere: (branch) =>
      [...listing].some(([bit, owners]) => isObjectOnly(bit) && hasOther(owners, branch)),
  };
}

function addTo<Key>(sets: Map<Key, Set<number>>, key: Key, branch: number): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([branch]));
  else set.add(branch);
}

function hasOther(branches: ReadonlySet<number> | undefined, branch: number): boolean {
  return branches !== undefined && branches.size > (branches.has(branch) ? 1 : 0);
}

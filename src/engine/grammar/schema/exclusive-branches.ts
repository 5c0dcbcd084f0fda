/**
 * `oneOf`: a value must match exactly one branch. The values that are generated for a branch are narrowed until
 * no other branch permits them; a schema for which that fails is refused.
 */
import type { GeneratedObject } from "./branch-objects.ts";
import { makeObjectsDisjoint } from "./disjoint-objects.ts";
import { type FlatSchema, generatedTypes } from "./flat-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { indexPermittedValues } from "./permitted-values.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { SchemaError } from "./schema-error.ts";
import type { SchemaVariant } from "./schema-variant.ts";
import { isObjectOnly, typeMask } from "./type-mask.ts";
import type { ValueDomain } from "./value-domain.ts";

export interface OneOfBranch {
  /** Variants of the branch together with the keywords beside `oneOf`. */
  readonly variants: readonly SchemaVariant[];
  /** The schemas of the branch alone, which must not permit values that are generated for other branches. */
  readonly permitted: readonly FlatSchema[];
}

/**
 * Narrows the generated values of each branch so that they match no other branch. Of the following branches, the
 * first two stay as they are, since no other permits values of their types. Objects of the third are generated
 * without `b`, and objects of the fourth without `a`:
 *
 * - `{"const": 3}`
 * - `{"type": "string"}`
 * - `{"type": "object", "required": ["a"]}`
 * - `{"type": "object", "required": ["b"]}`
 *
 * @throws {SchemaError} if a generated value might match two branches
 */
export function makeBranchesExclusive(
  document: SchemaDocument,
  domainOf: (schema: JsonSchema) => ValueDomain,
  branches: readonly OneOfBranch[],
): readonly SchemaVariant[] {
  const permittedValues = indexPermittedValues(
    document,
    branches.map(({ permitted }) => permitted),
  );
  const exclusive: SchemaVariant[] = [];
  const objects: (GeneratedObject & { readonly permitted: FlatSchema })[] = [];
  for (const [branch, { variants }] of branches.entries()) {
    for (const variant of variants) {
      document.budget.spend();
      const { generated, permitted } = variant;
      if (generated === undefined) {
        exclusive.push(variant);
        continue;
      }
      if (generated.enum !== undefined) {
        if (generated.enum.some((value) => permittedValues.mayPermitElsewhere(branch, value)))
          throw overlap();
        exclusive.push(variant);
        continue;
      }
      if (permittedValues.sharedTypes(branch, typeMask(generated.type)) === 0) {
        exclusive.push(variant);
        continue;
      }
      const types = generatedTypes(generated);
      const shared = permittedValues.sharedTypes(branch, typeMask(types));
      if (shared !== 0 && (!isObjectOnly(shared) || permittedValues.hasConstantObjectElsewhere(branch))) {
        throw overlap();
      }
      const unshared = shared === 0 ? types : types.filter((type) => type !== "object");
      if (unshared.length > 0) exclusive.push({ generated: { ...generated, type: unshared }, permitted });
      if (shared !== 0) objects.push({ branch, generated: { ...generated, type: ["object"] }, permitted });
    }
  }
  const disjoint = makeObjectsDisjoint(document, domainOf, objects, permittedValues.objects);
  if (disjoint === undefined) throw overlap();
  return [
    ...exclusive,
    ...objects.map(({ permitted }, index): SchemaVariant => ({ generated: disjoint[index], permitted })),
  ];
}

function overlap(): SchemaError {
  return new SchemaError(
    "oneOf",
    "must have mutually exclusive branches, such as objects with different 'const' values of one property: " +
      "use 'anyOf' where branches may overlap",
  );
}

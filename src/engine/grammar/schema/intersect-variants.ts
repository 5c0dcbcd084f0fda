import type { FlatSchema } from "./flat-schema.ts";
import { intersectSchemas } from "./intersect-schemas.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { SchemaError } from "./schema-error.ts";
import type { SchemaVariant } from "./schema-variant.ts";

/** The number of variants grows exponentially with the number of combinations. */
const MAX_VARIANTS = 200;

/**
 * Intersects each variant with each other: `(A ∪ B) ∩ (C ∪ D)` → A ∩ C, A ∩ D, B ∩ C, B ∩ D, without the
 * empty ones.
 *
 * @throws {SchemaError} if there are too many
 */
export function intersectVariants(
  document: SchemaDocument,
  left: readonly SchemaVariant[],
  right: readonly SchemaVariant[],
): readonly SchemaVariant[] {
  const [only] = left;
  if (left.length === 1 && only?.generated === only?.permitted && isUnrestricted(only?.permitted)) {
    return limitVariants(right, "anyOf");
  }
  const intersections: SchemaVariant[] = [];
  for (const a of left) {
    for (const b of right) {
      const intersection = intersectPair(document, a, b);
      if (intersection !== undefined) intersections.push(intersection);
      limitVariants(intersections, "anyOf");
    }
  }
  return intersections;
}

/** @throws {SchemaError} for `keyword` if there are too many variants */
export function limitVariants(variants: readonly SchemaVariant[], keyword: string): readonly SchemaVariant[] {
  if (variants.length <= MAX_VARIANTS) return variants;
  throw new SchemaError(keyword, `must not expand to more than ${MAX_VARIANTS} combinations`);
}

function isUnrestricted(schema: FlatSchema | undefined): boolean {
  return schema !== undefined && Object.keys(schema).length === 0;
}

function intersectPair(
  document: SchemaDocument,
  a: SchemaVariant,
  b: SchemaVariant,
): SchemaVariant | undefined {
  const permitted = intersectSchemas(document, a.permitted, b.permitted);
  if (permitted === undefined) return undefined;
  if (a.generated === a.permitted && b.generated === b.permitted) return { generated: permitted, permitted };
  const generated = a.generated && b.generated && intersectSchemas(document, a.generated, b.generated);
  return { generated, permitted };
}

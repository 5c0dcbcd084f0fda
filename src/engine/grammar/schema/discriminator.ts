import type { GeneratedObject, PermittedObject } from "./branch-objects.ts";
import { type FlatSchema, propertySchema } from "./flat-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { SchemaDocument } from "./schema-document.ts";
import type { ValueDomain } from "./value-domain.ts";

/**
 * The property whose constants distinguish all branches of `oneOf`, such as the `kind` of tagged unions. It
 * is found in linear time, without comparing each branch with each other.
 */
export function findDiscriminator(
  document: SchemaDocument,
  domainOf: (schema: JsonSchema) => ValueDomain,
  generatedObjects: readonly GeneratedObject[],
  permittedObjects: readonly PermittedObject[],
): string | undefined {
  const constantsOf = (schema: FlatSchema, name: string) =>
    domainOf(propertySchema(schema, name) ?? true).values;

  const isDiscriminator = (name: string): boolean => {
    const branchByConstant = new Map<string, number>();
    /** True if the property has only constants, and no other branch has one of them. */
    const hasOwnConstants = (schema: FlatSchema, branch: number): boolean => {
      document.budget.spend(2);
      const constants = constantsOf(schema, name);
      document.budget.spend(constants?.size ?? 0);
      if (constants === undefined) return false;
      return [...constants].every((id) => {
        const owner = branchByConstant.get(id) ?? branch;
        branchByConstant.set(id, owner);
        return owner === branch;
      });
    };
    return (
      permittedObjects.every(({ schema, branch }) => hasOwnConstants(schema, branch)) &&
      generatedObjects.every(
        ({ generated, branch }) =>
          constantsOf(generated, name)?.size !== 0 && hasOwnConstants(generated, branch),
      )
    );
  };

  return Object.keys(generatedObjects[0]?.generated.properties ?? {}).find(isDiscriminator);
}

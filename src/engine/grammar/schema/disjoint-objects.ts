/** Objects that are generated for one branch of `oneOf`, narrowed until no other branch permits them. */
import type { GeneratedObject, PermittedObject } from "./branch-objects.ts";
import { findDiscriminator } from "./discriminator.ts";
import { type FlatSchema, propertySchema } from "./flat-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { areDisjoint, type ValueDomain } from "./value-domain.ts";

/**
 * Narrows each of the generated objects so that no other branch permits it. A property that distinguishes it
 * becomes required, and one that another branch requires is forbidden:
 *
 * - `kind` is "a" in one branch and "b" in the other, with a default in both → both are generated with `kind`
 * - one branch requires `x`, and the other does not name it → the other is generated without `x`
 *
 * @returns undefined if some object cannot be kept apart in these ways
 */
export function makeObjectsDisjoint(
  document: SchemaDocument,
  domainOf: (schema: JsonSchema) => ValueDomain,
  generatedObjects: readonly GeneratedObject[],
  permittedObjects: readonly PermittedObject[],
): readonly FlatSchema[] | undefined {
  const discriminator = findDiscriminator(document, domainOf, generatedObjects, permittedObjects);
  if (discriminator !== undefined) {
    return generatedObjects.map(({ generated }) => narrowObject(generated, [discriminator], []));
  }
  const narrowed: FlatSchema[] = [];
  for (const { branch, generated } of generatedObjects) {
    const narrowing = new ObjectNarrowing(document, domainOf, generated);
    for (const other of permittedObjects) {
      if (other.branch !== branch && !narrowing.exclude(other.schema)) return undefined;
    }
    narrowed.push(narrowing.result());
  }
  return narrowed;
}

/** The properties that a generated object must have, and must not have, to be outside of other schemas. */
class ObjectNarrowing {
  readonly #required: Set<string>;
  readonly #forbidden = new Set<string>();

  constructor(
    readonly document: SchemaDocument,
    readonly domainOf: (schema: JsonSchema) => ValueDomain,
    readonly generated: FlatSchema,
  ) {
    this.#required = new Set(generated.required);
    document.budget.spend(this.#required.size);
  }

  /**
   * Narrows the objects until `other` permits none of them, by the first of these means that applies:
   *
   * - A required property distinguishes them: nothing to do.
   * - `other` requires a property that they never have: nothing to do.
   * - `other` requires a property that they do not declare: it is forbidden.
   * - An optional property would distinguish them: it becomes required.
   * - `other` requires a property that is optional for them: it is forbidden.
   *
   * @returns false if none applies
   */
  exclude(other: FlatSchema): boolean {
    const { budget } = this.document;
    budget.spend(4 + this.#required.size);
    for (const name of this.#required) if (this.#distinguishes(name, other)) return true;
    const { required = [] } = other;
    const { properties = {} } = this.generated;
    budget.spend(required.length);
    if (required.some((name) => this.#isNeverGenerated(name))) return true;
    const avoidable = required.filter((name) => !this.#required.has(name));
    const undeclared = avoidable.find((name) => !Object.hasOwn(properties, name));
    if (undeclared !== undefined) return this.#forbid(undeclared);
    for (const name of Object.keys(properties)) {
      budget.spend();
      if (this.#isNeverGenerated(name) || !this.#distinguishes(name, other)) continue;
      this.#required.add(name);
      return true;
    }
    const [declared] = avoidable;
    return declared !== undefined && this.#forbid(declared);
  }

  result(): FlatSchema {
    return narrowObject(this.generated, this.#required, this.#forbidden);
  }

  /** True if `other` permits no object with the values that are generated for that property. */
  #distinguishes(name: string, other: FlatSchema): boolean {
    const theirs = propertySchema(other, name) ?? true;
    if (theirs === true) return false;
    const ours = this.domainOf(propertySchema(this.generated, name) ?? true);
    return areDisjoint(this.document, ours, this.domainOf(theirs));
  }

  #isNeverGenerated(name: string): boolean {
    return this.#forbidden.has(name) || propertySchema(this.generated, name) === false;
  }

  #forbid(name: string): true {
    this.#forbidden.add(name);
    return true;
  }
}

function narrowObject(
  schema: FlatSchema,
  required: Iterable<string>,
  forbidden: Iterable<string>,
): FlatSchema {
  const names = [...new Set([...(schema.required ?? []), ...required])];
  const forbiddenEntries = [...forbidden].map((name) => [name, false] as const);
  return {
    ...schema,
    ...(names.length > 0 && { required: names }),
    ...(forbiddenEntries.length > 0 && {
      properties: { ...schema.properties, ...Object.fromEntries(forbiddenEntries) },
    }),
  };
}

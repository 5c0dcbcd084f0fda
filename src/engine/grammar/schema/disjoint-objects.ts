/** Objects that are written for one branch of `oneOf`, kept apart from the objects that others allow. */
import { type FlatSchema, propertySchema } from "./flat-schema.ts";
import type { JsonSchema } from "./json-schema-keywords.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { areDisjoint, type ValueDomain } from "./value-domain.ts";

/** The values that are written for one branch. */
export interface GeneratedObject {
  readonly branch: number;
  /** Of the type `object` alone. */
  readonly generated: FlatSchema;
}

/** The values that one branch allows. */
export interface PermittedObject {
  readonly branch: number;
  readonly schema: FlatSchema;
}

/**
 * Each of `written`, narrowed: a property that tells it apart is always written, one that would make it
 * another's is not.
 *
 * @returns undefined where an object that is written could be one of `allowed` of another branch
 */
export function makeObjectsDisjoint(
  document: SchemaDocument,
  domainOf: (schema: JsonSchema) => ValueDomain,
  written: readonly GeneratedObject[],
  allowed: readonly PermittedObject[],
): readonly FlatSchema[] | undefined {
  const discriminator = findDiscriminator(document, domainOf, written, allowed);
  if (discriminator !== undefined)
    return written.map(({ generated: made }) => narrow(made, [discriminator], []));
  const narrowed: FlatSchema[] = [];
  for (const { branch, generated: made } of written) {
    const object = new Narrowing(document, domainOf, made);
    for (const other of allowed) {
      if (other.branch !== branch && !object.exclude(other.schema)) return undefined;
    }
    narrowed.push(object.result());
  }
  return narrowed;
}

/** The property whose constants tell all branches apart: found without comparing each with each. */
function findDiscriminator(
  document: SchemaDocument,
  domainOf: (schema: JsonSchema) => ValueDomain,
  written: readonly GeneratedObject[],
  allowed: readonly PermittedObject[],
): string | undefined {
  const names = Object.keys(written[0]?.generated.properties ?? {});
  return names.find((name) => {
    const owners = new Map<string, number>();
    /** Whether the property has constants alone, none of which another branch has. */
    const isOwn = (schema: FlatSchema, branch: number) => {
      document.budget.spend(2);
      const values = valuesOf(schema, name);
      document.budget.spend(values?.size ?? 0);
      return (
        values !== undefined &&
        [...values].every((id) => {
          const owner = owners.get(id) ?? branch;
          owners.set(id, owner);
          return owner === branch;
        })
      );
    };
    const valuesOf = (schema: FlatSchema, property: string) =>
      domainOf(propertySchema(schema, property) ?? true).values;
    return (
      allowed.every(({ schema, branch }) => isOwn(schema, branch)) &&
      written.every(({ generated: made, branch }) => valuesOf(made, name)?.size !== 0 && isOwn(made, branch))
    );
  });
}

class Narrowing {
  readonly #required: Set<string>;
  readonly #forbidden = new Set<string>();

  constructor(
    readonly document: SchemaDocument,
    readonly domainOf: (schema: JsonSchema) => ValueDomain,
    readonly made: FlatSchema,
  ) {
    this.#required = new Set(made.required);
    document.budget.spend(this.#required.size);
  }

  /** Narrows what is written until `other` cannot hold it; false where that is not plain. */
  exclude(other: FlatSchema): boolean {
    const { budget } = this.document;
    budget.spend(4 + this.#required.size);
    for (const name of this.#required) if (this.#isTold(name, other)) return true;
    const { required = [] } = other;
    const { properties = {} } = this.made;
    budget.spend(required.length);
    if (required.some((name) => this.#isNeverWritten(name))) return true;
    const optional = required.filter((name) => !this.#required.has(name));
    const undeclared = optional.find((name) => !Object.hasOwn(properties, name));
    if (undeclared !== undefined) return this.#forbid(undeclared);
    for (const name of Object.keys(properties)) {
      budget.spend();
      if (this.#isNeverWritten(name) || !this.#isTold(name, other)) continue;
      this.#required.add(name);
      return true;
    }
    const [declared] = optional;
    return declared !== undefined && this.#forbid(declared);
  }

  result(): FlatSchema {
    return narrow(this.made, this.#required, this.#forbidden);
  }

  /** Whether `other` holds no object with the values of that property. */
  #isTold(name: string, other: FlatSchema): boolean {
    const theirs = propertySchema(other, name) ?? true;
    if (theirs === true) return false;
    const mine = this.domainOf(propertySchema(this.made, name) ?? true);
    return areDisjoint(this.document, mine, this.domainOf(theirs));
  }

  #isNeverWritten(name: string): boolean {
    return this.#forbidden.has(name) || propertySchema(this.made, name) === false;
  }

  #forbid(name: string): true {
    this.#forbidden.add(name);
    return true;
  }
}

function narrow(made: FlatSchema, required: Iterable<string>, forbidden: Iterable<string>): FlatSchema {
  const names = [...new Set([...(made.required ?? []), ...required])];
  const never = [...forbidden].map((name) => [name, false] as const);
  return {
    ...made,
    ...(names.length > 0 && { required: names }),
    ...(never.length > 0 && { properties: { ...made.properties, ...Object.fromEntries(never) } }),
  };
}

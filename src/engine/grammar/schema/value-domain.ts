/** The kinds of values, and sets of values as far as types and constants bound them. */
import {
  isObject,
  type JsonSchema,
  type EnforcedKeywords,
  type JsonTypeName,
} from "./json-schema-keywords.ts";
import { isJsonSchemaObject, type SchemaDocument } from "./schema-document.ts";

/** At least the values that something allows. */
export interface ValueDomain {
  /** Bits of `TYPE_BITS`. */
  readonly types: number;
  /** The ids of the values, where they are so few that they are listed. */
  readonly values?: ReadonlySet<string>;
}

const FRACTION = 1 << 6;
const TYPE_BITS: Readonly<Record<JsonTypeName, number>> = {
  null: 1 << 0,
  boolean: 1 << 1,
  integer: 1 << 2,
  number: (1 << 2) | FRACTION,
  string: 1 << 3,
  array: 1 << 4,
  object: 1 << 5,
};
const SINGLE_TYPES: readonly number[] = [0, 1, 2, 3, 4, 5, 6].map((shift) => 1 << shift);
const EVERYTHING: ValueDomain = { types: (1 << 7) - 1 };
const NO_VALUE: ValueDomain = { types: 0, values: new Set() };
/** Of references and combinations; what lies deeper could be anything. */
const MAX_DEPTH = 32;

export function typeMask(types: readonly JsonTypeName[] | undefined): number {
  return types?.reduce((bits, type) => bits | TYPE_BITS[type], 0) ?? EVERYTHING.types;
}

export function typeBit(value: unknown): number {
  if (value === null) return TYPE_BITS.null;
  if (Array.isArray(value)) return TYPE_BITS.array;
  if (isObject(value)) return TYPE_BITS.object;
  if (typeof value === "number") return Number.isInteger(value) ? TYPE_BITS.integer : FRACTION;
  return typeof value === "string" ? TYPE_BITS.string : TYPE_BITS.boolean;
}

export function typeBits(types: number): number[] {
  return SINGLE_TYPES.filter((bit) => (types & bit) !== 0);
}

export function isOnlyObject(types: number): boolean {
  return types === TYPE_BITS.object;
}

export function allowsObject(types: number): boolean {
  return (types & TYPE_BITS.object) !== 0;
}

/** Whether no value is in both. */
export function areDisjoint(document: SchemaDocument, a: ValueDomain, b: ValueDomain): boolean {
  if ((a.types & b.types) === 0) return true;
  return a.values !== undefined && b.values !== undefined && common(document, a.values, b.values).size === 0;
}

function common(document: SchemaDocument, a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  document.budget.spend(1 + fewer.size);
  return new Set([...fewer].filter((id) => more.has(id)));
}

/** Gives the domains of a document's schemas, each worked out once; never an error for what is not plain. */
export function createDomainLookup(document: SchemaDocument): (schema: JsonSchema) => ValueDomain {
  const known = new Map<string, ValueDomain>();
  let depth = 0;

  const domainOf = (schema: JsonSchema): ValueDomain => {
    if (!isJsonSchemaObject(schema)) return schema ? EVERYTHING : NO_VALUE;
    const id = document.schemaId(schema);
    document.budget.spend();
    const found = known.get(id);
    if (found !== undefined) return found;
    if (depth >= MAX_DEPTH) return EVERYTHING;
    // For a schema that leads back to itself.
    known.set(id, EVERYTHING);
    depth++;
    const domain = partsOf(document.readKeywords(schema)).reduce(
      (all, part) => intersection(all, part),
      EVERYTHING,
    );
    depth--;
    known.set(id, domain);
    return domain;
  };

  const partsOf = ({ type, enum: values, $ref, allOf = [], anyOf, oneOf, ...rest }: EnforcedKeywords) => [
    { types: typeMask(typeof type === "string" ? [type] : type) },
    ...(values ? [listed(values)] : []),
    ...("const" in rest ? [listed([rest.const])] : []),
    ...($ref === undefined ? [] : [domainOf(document.resolve($ref))]),
    ...allOf.map(domainOf),
    ...(anyOf ? [union(anyOf.map(domainOf))] : []),
    ...(oneOf ? [union(oneOf.map(domainOf))] : []),
  ];

  const listed = (values: readonly unknown[]): ValueDomain => ({
    types: values.reduce<number>((bits, value) => bits | typeBit(value), 0),
    values: new Set(values.map((value) => document.valueId(value))),
  });

  const union = (domains: readonly ValueDomain[]): ValueDomain => {
    const types = domains.reduce((bits, domain) => bits | domain.types, 0);
    const values = new Set<string>();
    for (const domain of domains) {
      if (domain.values === undefined) return { types };
      document.budget.spend(1 + domain.values.size);
      for (const id of domain.values) values.add(id);
    }
    return { types, values };
  };

  const intersection = (a: ValueDomain, b: ValueDomain): ValueDomain => {
    const types = a.types & b.types;
    const values = a.values && b.values ? common(document, a.values, b.values) : (a.values ?? b.values);
    return values === undefined ? { types } : { types, values };
  };

  return domainOf;
}

import type { EnforcedKeywords } from "./enforced-keywords.ts";
import { isObject, type JsonSchema } from "./json-schema.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { ALL_TYPES_MASK, typeBit, typeMask } from "./type-mask.ts";

/**
 * A superset of the values that a schema permits, by types and constants alone:
 *
 * - `{"type": "integer", "minimum": 3}` → integers
 * - `{"enum": [1, "a"]}` → integers and strings, of which only 1 and "a"
 * - `{"anyOf": [{"const": 1}, {"type": "string"}]}` → integers and strings
 */
export interface ValueDomain {
  /** A type mask. */
  readonly types: number;
  /** The ids of the only values; absent where others are possible. */
  readonly values?: ReadonlySet<string>;
}

const ANY_VALUE: ValueDomain = { types: ALL_TYPES_MASK };
const NO_VALUE: ValueDomain = { types: 0, values: new Set() };
/** Depth of references and combinations; schemas below it count as permitting any value. */
const MAX_DOMAIN_DEPTH = 32;

/** True if no value is in both. Domains are supersets, so it proves nothing that they overlap. */
export function areDisjoint(document: SchemaDocument, a: ValueDomain, b: ValueDomain): boolean {
  if ((a.types & b.types) === 0) return true;
  return (
    a.values !== undefined && b.values !== undefined && commonIds(document, a.values, b.values).size === 0
  );
}

function commonIds(document: SchemaDocument, a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a];
  document.budget.spend(1 + smaller.size);
  return new Set([...smaller].filter((id) => larger.has(id)));
}

/**
 * Returns a function that determines the domain of a schema of the document, once for each schema. It throws
 * SchemaError for a keyword that is refused or malformed.
 */
export function createDomainLookup(document: SchemaDocument): (schema: JsonSchema) => ValueDomain {
  const known = new Map<string, ValueDomain>();
  let depth = 0;

  const domainOf = (schema: JsonSchema): ValueDomain => {
    if (!isObject(schema)) return schema ? ANY_VALUE : NO_VALUE;
    const id = document.schemaId(schema);
    document.budget.spend();
    const found = known.get(id);
    if (found !== undefined) return found;
    if (depth >= MAX_DOMAIN_DEPTH) return ANY_VALUE;
    // Ends the recursion of a schema that refers to itself.
    known.set(id, ANY_VALUE);
    depth++;
    const domain = conjuncts(document.readKeywords(schema)).reduce(
      (all, conjunct) => intersection(document, all, conjunct),
      ANY_VALUE,
    );
    depth--;
    known.set(id, domain);
    return domain;
  };

  /** The domains of the keywords, all of which apply. */
  const conjuncts = ({ type, enum: values, $ref, allOf = [], anyOf, oneOf, ...rest }: EnforcedKeywords) => [
    { types: typeMask(typeof type === "string" ? [type] : type) },
    ...(values ? [domainOfConstants(document, values)] : []),
    ...("const" in rest ? [domainOfConstants(document, [rest.const])] : []),
    ...($ref === undefined ? [] : [domainOf(document.resolve($ref))]),
    ...allOf.map(domainOf),
    ...(anyOf ? [union(document, anyOf.map(domainOf))] : []),
    ...(oneOf ? [union(document, oneOf.map(domainOf))] : []),
  ];

  return domainOf;
}

function domainOfConstants(document: SchemaDocument, values: readonly unknown[]): ValueDomain {
  return {
    types: values.reduce<number>((mask, value) => mask | typeBit(value), 0),
    values: new Set(values.map((value) => document.valueId(value))),
  };
}

function union(document: SchemaDocument, domains: readonly ValueDomain[]): ValueDomain {
  const types = domains.reduce((mask, domain) => mask | domain.types, 0);
  const values = new Set<string>();
  for (const domain of domains) {
    if (domain.values === undefined) return { types };
    document.budget.spend(1 + domain.values.size);
    for (const id of domain.values) values.add(id);
  }
  return { types, values };
}

function intersection(document: SchemaDocument, a: ValueDomain, b: ValueDomain): ValueDomain {
  const types = a.types & b.types;
  const values = a.values && b.values ? commonIds(document, a.values, b.values) : (a.values ?? b.values);
  return values === undefined ? { types } : { types, values };
}

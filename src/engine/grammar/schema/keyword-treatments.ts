/**
 * The treatment of each keyword of JSON Schema, drafts 4 to 2020-12. `docs/json-schema.md` describes them,
 * and a test holds the two together. A name that no draft defines is an annotation, as the specification has
 * it.
 */

export type KeywordTreatment =
  | { readonly kind: "enforced" }
  /** Restricts no values, or none that are generated. */
  | { readonly kind: "annotation" }
  /** `advice` completes "The keyword … cannot be enforced: …". `harmless` is a value that restricts nothing. */
  | { readonly kind: "refused"; readonly advice: string; readonly harmless?: unknown };

const enforced = { kind: "enforced" } as const;
const annotation = { kind: "annotation" } as const;
const refused = (advice: string, harmless?: unknown): KeywordTreatment => ({
  kind: "refused",
  advice,
  harmless,
});

const USE_ANY_OF = "write the alternatives out with 'anyOf'";
const USE_PROPERTIES = "list the 'properties' by name";

export const KEYWORD_TREATMENTS: Readonly<Record<string, KeywordTreatment>> = {
  type: enforced,
  enum: enforced,
  const: enforced,
  $ref: enforced,
  $defs: enforced,
  definitions: enforced,
  allOf: enforced,
  anyOf: enforced,
  oneOf: enforced,
  properties: enforced,
  required: enforced,
  additionalProperties: enforced,
  unevaluatedProperties: enforced,
  minProperties: enforced,
  maxProperties: enforced,
  items: enforced,
  prefixItems: enforced,
  additionalItems: enforced,
  unevaluatedItems: enforced,
  minItems: enforced,
  maxItems: enforced,
  minLength: enforced,
  maxLength: enforced,
  pattern: enforced,
  minimum: enforced,
  maximum: enforced,
  exclusiveMinimum: enforced,
  exclusiveMaximum: enforced,

  format: annotation,
  title: annotation,
  description: annotation,
  default: annotation,
  examples: annotation,
  deprecated: annotation,
  readOnly: annotation,
  writeOnly: annotation,
  contentEncoding: annotation,
  contentMediaType: annotation,
  contentSchema: annotation,
  $schema: annotation,
  $comment: annotation,
  $vocabulary: annotation,
  $anchor: annotation,
  $dynamicAnchor: annotation,
  $recursiveAnchor: annotation,
  id: annotation,
  // These have an effect only beside a keyword that is refused.
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
  then: annotation,
  else: annotation,
  minContains: annotation,
  maxContains: annotation,

  $id: refused("refer to parts of this schema with '$ref': '#/…'"),
  $dynamicRef: refused("use '$ref'"),
  $recursiveRef: refused("use '$ref'"),
  not: refused("describe what is allowed instead"),
  if: refused(USE_ANY_OF),
  dependentRequired: refused(USE_ANY_OF, {}),
  dependentSchemas: refused(USE_ANY_OF, {}),
  dependencies: refused(USE_ANY_OF, {}),
  patternProperties: refused(USE_PROPERTIES, {}),
  propertyNames: refused(USE_PROPERTIES, {}),
  contains: refused("use 'items' or 'prefixItems'"),
  uniqueItems: refused("ask for distinct items in the description", false),
  multipleOf: refused("use 'enum', or put it in the description"),
};

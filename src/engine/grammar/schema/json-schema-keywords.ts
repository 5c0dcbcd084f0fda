/**
 * What becomes of each keyword of JSON Schema, drafts 4 to 2020-12. `docs/json-schema.md` says it in words; a
 * test holds the two together. A name that no draft knows is an annotation, as the specification has it.
 */
import * as z from "zod/mini";

export type KeywordTreatment =
  | { readonly kind: "enforced" }
  /** Says nothing about which values are valid, or nothing that a generated value could break. */
  | { readonly kind: "annotation" }
  /** `advice` completes "The keyword … cannot be enforced: …". `harmless` is a value that asks for nothing. */
  | { readonly kind: "refused"; readonly advice: string; readonly harmless?: unknown };

const enforced = { kind: "enforced" } as const;
const annotation = { kind: "annotation" } as const;
const refused = (advice: string, harmless?: unknown): KeywordTreatment => ({
  kind: "refused",
  advice,
  harmless,
});

const VARIANTS = "write the variants out with 'anyOf'";
const NAMES = "name the 'properties'";

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
  // Act only beside a keyword that is refused.
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
  then: annotation,
  else: annotation,
  minContains: annotation,
  maxContains: annotation,

  $id: refused("refer to parts of this schema with '$ref': '#/…'"),
  $dynamicRef: refused("use '$ref'"),
  $recursiveRef: refused("use '$ref'"),
  not: refused("say what is allowed instead"),
  if: refused(VARIANTS),
  dependentRequired: refused(VARIANTS, {}),
  dependentSchemas: refused(VARIANTS, {}),
  dependencies: refused(VARIANTS, {}),
  patternProperties: refused(NAMES, {}),
  propertyNames: refused(NAMES, {}),
  contains: refused("use 'items' or 'prefixItems'"),
  uniqueItems: refused("say in the description that items must differ", false),
  multipleOf: refused("use 'enum', or say it in the description"),
};

const count = z
  .int("must be an integer of at least 0")
  .check(z.minimum(0, "must be an integer of at least 0"));
const bound = z.number("must be a number");
const schema = z.custom<JsonSchema>(
  (value) => typeof value === "boolean" || isObject(value),
  "must be a schema: an object or a boolean",
);
const schemas = z.array(schema, "must be an array of schemas").check(z.minLength(1, "must not be empty"));
const schemasByName = z.custom<Readonly<Record<string, JsonSchema>>>(
  (value) =>
    isObject(value) && Object.values(value).every((item) => typeof item === "boolean" || isObject(item)),
  "must be an object of schemas",
);
const typeName = z.enum(
  ["null", "boolean", "integer", "number", "string", "array", "object"],
  "must be 'null', 'boolean', 'integer', 'number', 'string', 'array', 'object' or an array of them",
);

/** The enforced keywords of one schema object; other ones do not matter once they are checked. */
export const enforcedKeywordsSchema = z.object({
  type: z.exactOptional(z.union([typeName, z.array(typeName)], "must name a JSON type or several")),
  enum: z.exactOptional(z.array(z.unknown(), "must be an array").check(z.minLength(1, "must not be empty"))),
  const: z.exactOptional(z.unknown()),
  $ref: z.exactOptional(z.string("must be a string")),
  allOf: z.exactOptional(schemas),
  anyOf: z.exactOptional(schemas),
  oneOf: z.exactOptional(schemas),
  properties: z.exactOptional(schemasByName),
  required: z.exactOptional(z.array(z.string("must be a string"), "must be an array of strings")),
  additionalProperties: z.exactOptional(schema),
  unevaluatedProperties: z.exactOptional(schema),
  minProperties: z.exactOptional(count),
  maxProperties: z.exactOptional(count),
  items: z.exactOptional(z.union([schema, z.array(schema)], "must be a schema or an array of schemas")),
  prefixItems: z.exactOptional(schemas),
  additionalItems: z.exactOptional(schema),
  unevaluatedItems: z.exactOptional(schema),
  minItems: z.exactOptional(count),
  maxItems: z.exactOptional(count),
  minLength: z.exactOptional(count),
  maxLength: z.exactOptional(count),
  pattern: z.exactOptional(z.string("must be a string")),
  format: z.exactOptional(z.string("must be a string")),
  minimum: z.exactOptional(bound),
  maximum: z.exactOptional(bound),
  exclusiveMinimum: z.exactOptional(bound),
  exclusiveMaximum: z.exactOptional(bound),
});

export type JsonTypeName = z.infer<typeof typeName>;
export type EnforcedKeywords = z.infer<typeof enforcedKeywordsSchema>;
export type JsonSchema = boolean | Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

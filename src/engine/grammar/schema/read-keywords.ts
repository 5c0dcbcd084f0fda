/** From the text of a schema to its checked keywords, and from references to what they refer to. */
import {
  isObject,
  KEYWORD_TREATMENTS,
  type JsonSchema,
  type EnforcedKeywords,
  enforcedKeywordsSchema,
} from "./json-schema-keywords.ts";
import { SchemaError } from "./schema-error.ts";

/** @throws {SchemaError} for a keyword that is refused or malformed; `isRoot` allows the root's own `$id` */
export function readSchema(schema: Readonly<Record<string, unknown>>, isRoot: boolean): EnforcedKeywords {
  for (const [keyword, value] of Object.entries(schema)) {
    if (!Object.hasOwn(KEYWORD_TREATMENTS, keyword) || (keyword === "$id" && isRoot)) continue;
    const treatment = KEYWORD_TREATMENTS[keyword];
    if (treatment?.kind !== "refused") continue;
    const { harmless, advice } = treatment;
    if (harmless !== undefined && JSON.stringify(value) === JSON.stringify(harmless)) continue;
    throw new SchemaError(keyword, `cannot be enforced: ${advice}`);
  }
  // Keyword by keyword: most schemas have few, and asking after all of them takes most of the time.
  const keywords: EnforcedKeywords = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (!isEnforced(keyword)) continue;
    const { success, data, error } = enforcedKeywordsSchema.shape[keyword].safeParse(value);
    if (!success) throw new SchemaError(keyword, error.issues[0]?.message ?? "is not valid");
    Object.assign(keywords, { [keyword]: data });
  }
  return keywords;
}

function isEnforced(keyword: string): keyword is keyof typeof enforcedKeywordsSchema.shape {
  return Object.hasOwn(enforcedKeywordsSchema.shape, keyword);
}

/**
 * The schema that `reference` points to.
 * Source: https://datatracker.ietf.org/doc/html/rfc6901, in its form as a URI fragment
 *
 * @throws {SchemaError}
 */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema {
  if (!reference.startsWith("#")) {
    throw new SchemaError("$ref", "must point into the same schema: '#/…'");
  }
  let target: unknown = root;
  for (const part of decodePointer(reference.slice(1))) {
    target =
      (isObject(target) || Array.isArray(target)) && Object.hasOwn(target, part)
        ? member(target, part)
        : undefined;
  }
  if (typeof target === "boolean" || isObject(target)) return target;
  throw new SchemaError("$ref", "must point to a schema in the same document, such as '#/$defs/name'");
}

function member(parent: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(parent, name)?.value;
}

function decodePointer(fragment: string): string[] {
  if (fragment === "") return [];
  if (!fragment.startsWith("/"))
    throw new SchemaError("$ref", "must be a JSON pointer: '#/…', not an anchor");
  try {
    return decodeURIComponent(fragment)
      .slice(1)
      .split("/")
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new SchemaError("$ref", "must be a JSON pointer with '%' escapes that are valid");
  }
}

import { type EnforcedKeywords, enforcedKeywordsSchema } from "./enforced-keywords.ts";
import type { JsonSchemaObject } from "./json-schema.ts";
import { KEYWORD_TREATMENTS } from "./keyword-treatments.ts";
import { SchemaError } from "./schema-error.ts";

/**
 * Parses the keywords of one schema object; its subschemas are not looked into.
 *
 * @param isRoot allows `$id`, which is harmless at the root of a document
 * @throws {SchemaError} for a keyword that is refused or malformed
 */
export function readKeywords(schema: JsonSchemaObject, isRoot: boolean): EnforcedKeywords {
  for (const [keyword, value] of Object.entries(schema)) {
    if (!Object.hasOwn(KEYWORD_TREATMENTS, keyword) || (keyword === "$id" && isRoot)) continue;
    const treatment = KEYWORD_TREATMENTS[keyword];
    if (treatment?.kind !== "refused") continue;
    const { harmless, advice } = treatment;
    if (harmless !== undefined && JSON.stringify(value) === JSON.stringify(harmless)) continue;
    throw new SchemaError(keyword, `cannot be enforced: ${advice}`);
  }
  // Parsed one by one: most schemas have few keywords, and parsing all of them takes most of the time.
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

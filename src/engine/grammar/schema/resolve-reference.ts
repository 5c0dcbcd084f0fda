import { isJsonSchema, isObject, type JsonSchema } from "./json-schema.ts";
import { SchemaError } from "./schema-error.ts";

/**
 * Resolves a `$ref` that is a JSON pointer into the document: `#/$defs/a~1b` → the value at `$defs`, `a/b`.
 * Source: https://datatracker.ietf.org/doc/html/rfc6901#section-6
 *
 * @throws {SchemaError}
 */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema {
  if (!reference.startsWith("#")) {
    throw new SchemaError("$ref", "must point into the same schema, such as '#/$defs/name'");
  }
  let target: unknown = root;
  for (const token of parseJsonPointer(reference.slice(1))) target = ownMember(target, token);
  if (isJsonSchema(target)) return target;
  throw new SchemaError("$ref", "must point to a schema in the same document, such as '#/$defs/name'");
}

function ownMember(parent: unknown, name: string): unknown {
  if (!isObject(parent) && !Array.isArray(parent)) return undefined;
  return Object.getOwnPropertyDescriptor(parent, name)?.value;
}

/** @returns the reference tokens, unescaped */
function parseJsonPointer(fragment: string): string[] {
  if (fragment === "") return [];
  if (!fragment.startsWith("/")) {
    throw new SchemaError("$ref", "must be a JSON pointer such as '#/$defs/name', not an anchor");
  }
  try {
    return decodeURIComponent(fragment)
      .slice(1)
      .split("/")
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new SchemaError("$ref", "must be a JSON pointer whose '%' escapes are valid");
  }
}

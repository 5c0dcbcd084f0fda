/** The size of a document, which is checked before anything recurses into it. */
import type { JsonSchema } from "./json-schema.ts";
import { SchemaError } from "./schema-error.ts";

/** Length of the whole document as compact JSON. */
const MAX_DOCUMENT_CHARACTERS = 65_536;
/** Depth of arrays and objects: bounds every recursion over the document's values. */
const MAX_JSON_DEPTH = 128;

/** An object or array of the document, as seen from the one that contains it. */
export interface SchemaLocation {
  readonly parent: object;
  readonly key: string | number;
}

interface DocumentMeasure {
  /** Length as compact JSON. */
  readonly characters: number;
  readonly locations: ReadonlyMap<object, SchemaLocation>;
}

/**
 * Uses a stack of its own, because the depth of the document is not known yet.
 *
 * @throws {SchemaError} if the document is too long or too deep
 */
export function measureDocument(root: JsonSchema): DocumentMeasure {
  const locations = new Map<object, SchemaLocation>();
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  let characters = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, depth } = next;
    if (typeof value !== "object" || value === null) {
      characters += scalarLength(value);
      checkLength(characters);
      continue;
    }
    if (depth > MAX_JSON_DEPTH) {
      throw new SchemaError("properties", `must not be nested deeper than ${MAX_JSON_DEPTH} levels of JSON`);
    }
    characters += 2;
    const isArray = Array.isArray(value);
    const entries: Iterable<[string | number, unknown]> = isArray ? value.entries() : Object.entries(value);
    for (const [key, item] of entries) {
      // The comma, and the key with its colon.
      characters += 1 + (typeof key === "number" ? 0 : scalarLength(key) + 1);
      checkLength(characters);
      if (typeof item === "object" && item !== null) locations.set(item, { parent: value, key });
      stack.push({ value: item, depth: depth + 1 });
    }
    // There is no comma after the last entry.
    if ((isArray ? value.length : Object.keys(value).length) > 0) characters--;
  }
  return { characters, locations };
}

function scalarLength(scalar: unknown): number {
  // Spares escaping a text that is too long anyway.
  if (typeof scalar === "string" && scalar.length > MAX_DOCUMENT_CHARACTERS) return scalar.length;
  return JSON.stringify(scalar)?.length ?? 0;
}

function checkLength(characters: number): void {
  if (characters <= MAX_DOCUMENT_CHARACTERS) return;
  throw new SchemaError(
    "properties",
    `must not contain schemas of more than ${MAX_DOCUMENT_CHARACTERS} characters`,
  );
}

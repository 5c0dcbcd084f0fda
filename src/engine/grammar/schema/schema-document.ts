/** One JSON Schema document: its size checked, its values and schemas comparable, its parts with their places. */
import type { CompileBudget } from "../compile-budget.ts";
import { isObject, type JsonSchema, type EnforcedKeywords } from "./json-schema-keywords.ts";
import { readSchema, resolveReference } from "./read-keywords.ts";
import { SchemaError } from "./schema-error.ts";
import { CHARACTERS_PER_STEP, ValueIds } from "./value-ids.ts";

/** Of a whole document, as compact JSON. */
const MAX_CHARACTERS = 65_536;
/** Of JSON arrays and objects: every recursion over a document's values is shallower. */
const MAX_NESTING = 128;
/** Of a place in an error's text. */
const MAX_PLACE_CHARACTERS = 300;

type JsonSchemaObject = Exclude<JsonSchema, boolean>;

interface SchemaLocation {
  readonly parent: object;
  readonly key: string | number;
}

export class SchemaDocument {
  #current: JsonSchema;
  readonly #places = new Map<object, SchemaLocation>();
  readonly #values: ValueIds;
  readonly #schemas: ValueIds;
  readonly #read = new WeakMap<object, EnforcedKeywords>();

  /** @throws {SchemaError} where the document is too large */
  constructor(
    readonly root: JsonSchema,
    readonly budget: CompileBudget,
  ) {
    this.#current = root;
    this.#values = new ValueIds(budget, "of-keys-ignored");
    this.#schemas = new ValueIds(budget, "of-keys-matters");
    this.#measure();
  }

  /** The same for values that are equal in JSON: `{"a":1,"b":2}` and `{"b":2.0,"a":1}`. */
  valueId(value: unknown): string {
    return this.#values.idOf(value);
  }

  /** The same for schemas of the same text, whose properties are written in the same order. */
  schemaId(schema: JsonSchema): string {
    return this.#schemas.idOf(schema);
  }

  /** @throws {SchemaError} for a keyword that is refused or malformed */
  readKeywords(schema: JsonSchemaObject): EnforcedKeywords {
    const known = this.#read.get(schema);
    if (known !== undefined) return known;
    this.budget.spend(2 + Object.keys(schema).length);
    const keywords = readSchema(schema, schema === this.root);
    this.#read.set(schema, keywords);
    return keywords;
  }

  /** @throws {SchemaError} */
  resolve(reference: string): JsonSchema {
    this.budget.spend(1 + reference.length);
    return resolveReference(this.root, reference);
  }

  /** The schema of the document that is being looked at: a problem is there. */
  get current(): JsonSchema {
    return this.#current;
  }

  /**
   * Looks at a schema; at one that was made of others, still at that which led to it.
   *
   * @returns the one before
   */
  enter(schema: JsonSchema): JsonSchema {
    const before = this.#current;
    if (schema === this.root || (isObject(schema) && this.#places.has(schema))) this.#current = schema;
    return before;
  }

  /** The place of the schema being looked at, such as `.properties.expr`; "" for the root. */
  currentPath(): string {
    let place = "";
    let at = isObject(this.#current) ? this.#places.get(this.#current) : undefined;
    for (; at !== undefined && place.length <= MAX_PLACE_CHARACTERS; at = this.#places.get(at.parent)) {
      place = step(at.key) + place;
    }
    return place.length <= MAX_PLACE_CHARACTERS ? place : "";
  }

  /** With a list of its own in place of recursion: nothing is known about the document's depth yet. */
  #measure(): void {
    const open: { value: unknown; depth: number }[] = [{ value: this.root, depth: 1 }];
    let characters = 0;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value, depth } = next;
      if (typeof value !== "object" || value === null) {
        characters += lengthOf(value);
        checkLength(characters);
        continue;
      }
      if (depth > MAX_NESTING) {
        throw new SchemaError("properties", `must not be nested deeper than ${MAX_NESTING} levels of JSON`);
      }
      characters += 2;
      const isArray = Array.isArray(value);
      const entries: Iterable<[string | number, unknown]> = isArray ? value.entries() : Object.entries(value);
      for (const [key, item] of entries) {
        characters += 1 + (typeof key === "number" ? 0 : lengthOf(key) + 1);
        checkLength(characters);
        if (typeof item === "object" && item !== null) this.#places.set(item, { parent: value, key });
        open.push({ value: item, depth: depth + 1 });
      }
      if ((isArray ? value.length : Object.keys(value).length) > 0) characters--;
    }
    this.budget.spend(characters / CHARACTERS_PER_STEP + this.#places.size);
  }
}

function lengthOf(scalar: unknown): number {
  // Escapes only make it longer.
  if (typeof scalar === "string" && scalar.length > MAX_CHARACTERS) return scalar.length;
  return JSON.stringify(scalar)?.length ?? 0;
}

function checkLength(characters: number): void {
  if (characters <= MAX_CHARACTERS) return;
  throw new SchemaError("properties", `must not hold schemas of more than ${MAX_CHARACTERS} characters`);
}

function step(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return /^[\w$-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

export function isJsonSchemaObject(schema: JsonSchema): schema is JsonSchemaObject {
  return isObject(schema);
}

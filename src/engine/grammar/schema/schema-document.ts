import { CHARACTERS_PER_STEP, type CompileBudget } from "../compile-budget.ts";
import type { EnforcedKeywords } from "./enforced-keywords.ts";
import { isObject, type JsonSchema, type JsonSchemaObject } from "./json-schema.ts";
import { measureDocument, type SchemaLocation } from "./measure-document.ts";
import { readKeywords } from "./read-keywords.ts";
import { resolveReference } from "./resolve-reference.ts";
import { ValueIds } from "./value-ids.ts";

/** A longer path is left out of the error. */
const MAX_PATH_CHARACTERS = 300;

/**
 * One JSON Schema document. It checks the document's size, parses each schema once, makes values and schemas
 * comparable, and keeps track of the schema that is being compiled, for errors.
 */
export class SchemaDocument {
  #current: JsonSchema;
  readonly #locations: ReadonlyMap<object, SchemaLocation>;
  readonly #valueIds: ValueIds;
  readonly #schemaIds: ValueIds;
  readonly #keywords = new WeakMap<object, EnforcedKeywords>();

  /** @throws {SchemaError} if the document is too large */
  constructor(
    readonly root: JsonSchema,
    readonly budget: CompileBudget,
  ) {
    this.#current = root;
    this.#valueIds = new ValueIds(budget, "ignored");
    this.#schemaIds = new ValueIds(budget, "significant");
    const { characters, locations } = measureDocument(root);
    this.#locations = locations;
    budget.spend(characters / CHARACTERS_PER_STEP + locations.size);
  }

  /** Equal for values that are equal in JSON: `{"a":1,"b":2}` and `{"b":2.0,"a":1}`. */
  valueId(value: unknown): string {
    return this.#valueIds.idOf(value);
  }

  /** Equal for schemas of the same text; the order of properties matters, since they are generated in it. */
  schemaId(schema: JsonSchema): string {
    return this.#schemaIds.idOf(schema);
  }

  /** @throws {SchemaError} for a keyword that is refused or malformed */
  readKeywords(schema: JsonSchemaObject): EnforcedKeywords {
    const known = this.#keywords.get(schema);
    if (known !== undefined) return known;
    this.budget.spend(2 + Object.keys(schema).length);
    const keywords = readKeywords(schema, schema === this.root);
    this.#keywords.set(schema, keywords);
    return keywords;
  }

  /** @throws {SchemaError} */
  resolve(reference: string): JsonSchema {
    this.budget.spend(1 + reference.length);
    return resolveReference(this.root, reference);
  }

  /** The schema of the document that is being compiled. */
  get current(): JsonSchema {
    return this.#current;
  }

  /**
   * Makes `schema` the current one, unless it is not part of the document: some are made by joining others.
   *
   * @returns the current one before, to be entered again afterwards
   */
  enter(schema: JsonSchema): JsonSchema {
    const previous = this.#current;
    if (schema === this.root || (isObject(schema) && this.#locations.has(schema))) this.#current = schema;
    return previous;
  }

  /** The path of the current schema, such as `.properties.expr`; "" for the root. */
  currentPath(): string {
    let path = "";
    let location = isObject(this.#current) ? this.#locations.get(this.#current) : undefined;
    for (
      ;
      location !== undefined && path.length <= MAX_PATH_CHARACTERS;
      location = this.#locations.get(location.parent)
    ) {
      path = pathSegment(location.key) + path;
    }
    return path.length <= MAX_PATH_CHARACTERS ? path : "";
  }
}

function pathSegment(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return /^[\w$-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

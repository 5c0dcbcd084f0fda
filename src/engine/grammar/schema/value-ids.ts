import { CHARACTERS_PER_STEP, type CompileBudget } from "../compile-budget.ts";
import { isObject } from "./json-schema.ts";

/**
 * Gives equal JSON values the same id, so that comparing large values, and using them as keys, costs a
 * look-up. Each object is serialised once, from the ids of its parts: `{"a": [1, 2]}` → `[1,2]` is `#0`,
 * `{"a":#0}` is `#1`. Values must not be mutated afterwards.
 */
export class ValueIds {
  readonly #idByText = new Map<string, string>();
  readonly #idByObject = new WeakMap<object, string>();
  readonly #keysOf: (value: object) => string[];

  /** @param keyOrder "ignored": objects are equal whatever the order of their keys, as JSON Schema has it */
  constructor(
    readonly budget: CompileBudget,
    keyOrder: "significant" | "ignored",
  ) {
    this.#keysOf = keyOrder === "ignored" ? (value) => Object.keys(value).toSorted() : Object.keys;
  }

  /** @param value JSON whose depth a `SchemaDocument` has checked, since this recurses */
  idOf(value: unknown): string {
    if (typeof value !== "object" || value === null) {
      const text = JSON.stringify(value) ?? "null";
      this.budget.spend(1 + text.length / CHARACTERS_PER_STEP);
      return text;
    }
    const known = this.#idByObject.get(value);
    if (known !== undefined) return known;
    const text = Array.isArray(value)
      ? `[${value.map((item) => this.idOf(item)).join()}]`
      : `{${this.#members(value).join()}}`;
    this.budget.spend(1 + text.length / CHARACTERS_PER_STEP);
    // Cannot be mistaken for a scalar: no JSON text begins with "#".
    const id = this.#idByText.get(text) ?? `#${this.#idByText.size}`;
    this.#idByText.set(text, id);
    this.#idByObject.set(value, id);
    return id;
  }

  #members(value: object): string[] {
    return this.#keysOf(value).map(
      (key) => `${JSON.stringify(key)}:${this.idOf(isObject(value) ? value[key] : undefined)}`,
    );
  }
}

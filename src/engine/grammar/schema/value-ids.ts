import type { CompileBudget } from "../compile-budget.ts";
import { isObject } from "./json-schema-keywords.ts";

/** Texts are handled so many characters a step. */
export const CHARACTERS_PER_STEP = 32;

/**
 * Gives equal JSON values the same id, each value looked at once: so large values are compared, and used as
 * keys, at the price of a look-up. Values must not be changed afterwards.
 */
export class ValueIds {
  readonly #byText = new Map<string, string>();
  readonly #byObject = new WeakMap<object, string>();
  readonly #keys: (value: object) => string[];

  /**
   * @param order whether objects that differ only in the order of their keys are one value, as JSON Schema has
   *   it, or two
   */
  constructor(
    readonly budget: CompileBudget,
    order: "of-keys-matters" | "of-keys-ignored",
  ) {
    this.#keys = order === "of-keys-ignored" ? (value) => Object.keys(value).toSorted() : Object.keys;
  }

  /** `value` is JSON nested no deeper than the stack bears: a `SchemaDocument` has checked that. */
  idOf(value: unknown): string {
    if (typeof value !== "object" || value === null) {
      const text = JSON.stringify(value) ?? "null";
      this.budget.spend(1 + text.length / CHARACTERS_PER_STEP);
      return text;
    }
    const known = this.#byObject.get(value);
    if (known !== undefined) return known;
    const text = Array.isArray(value)
      ? `[${value.map((item) => this.idOf(item)).join()}]`
      : `{${this.#members(value).join()}}`;
    this.budget.spend(1 + text.length / CHARACTERS_PER_STEP);
    // No JSON text begins with "#".
    const id = this.#byText.get(text) ?? `#${this.#byText.size}`;
    this.#byText.set(text, id);
    this.#byObject.set(value, id);
    return id;
  }

  #members(value: object): string[] {
    return this.#keys(value).map(
      (key) => `${JSON.stringify(key)}:${this.idOf(isObject(value) ? value[key] : undefined)}`,
    );
  }
}

import { Interpreter } from "@huggingface/jinja";
import { TemplateError } from "./template-error.ts";

type Evaluate = Interpreter["evaluate"];
type RuntimeValue = ReturnType<Evaluate>;

/** Units of work of one rendering. Real templates take 3,000 to 30,000 for each turn; all of them take about a second. */
const MAX_WORK = 20_000_000;
/** A statement or an expression. */
const STEP_WORK = 20;
/** Each time that a loop begins anew, even with an empty body. */
const ITERATION_WORK = 100;
/** A text within a value: each so many characters count as one unit. */
const NESTED_CHARACTERS = 32;
/** Statements and expressions within one another, and values within values. Real templates have less than 40. */
const MAX_DEPTH = 300;

/**
 * Runs a template that may be hostile: it counts the steps, and the sizes of all values that they make, so that no
 * template runs for ever or fills the memory.
 *
 * `evaluate` throws a `TemplateError` beyond the bounds.
 */
export class BoundedInterpreter extends Interpreter {
  #work = 0;
  #depth = 0;
  /** Expressions over whose values a loop goes. */
  readonly #loopedOver = new WeakSet<object>();

  override evaluate(...[statement, environment]: Parameters<Evaluate>): RuntimeValue {
    this.#spend(STEP_WORK);
    const looped = loopSource(statement);
    if (looped !== undefined) this.#loopedOver.add(looped);
    if (this.#depth === MAX_DEPTH) throw new TemplateError("is nested too deeply");
    this.#depth += 1;
    try {
      const value = super.evaluate(statement, environment);
      if (typeof value.value === "string") this.#spend(value.value.length);
      const elements = this.#spendParts(value, 0);
      if (statement !== undefined && this.#loopedOver.has(statement)) this.#spend(elements * ITERATION_WORK);
      return value;
    } finally {
      // The library ends loops by exceptions.
      this.#depth -= 1;
    }
  }

  /**
   * Every time that a value is made or read: the values in it may be written as text, each one as often as it occurs.
   *
   * @returns the number of values directly in it
   */
  #spendParts({ value }: RuntimeValue, depth: number): number {
    const parts = Array.isArray(value) ? value : value instanceof Map ? [...value.values()] : [];
    if (depth === MAX_DEPTH) throw new TemplateError("makes values that are nested too deeply");
    for (const part of parts) {
      this.#spend(typeof part.value === "string" ? 1 + part.value.length / NESTED_CHARACTERS : 1);
      this.#spendParts(part, depth + 1);
    }
    return parts.length;
  }

  #spend(work: number): void {
    this.#work += work;
    if (this.#work > MAX_WORK) throw new TemplateError("takes too much work, or does not end");
  }
}

/** The expression over whose value a statement loops: `for a in EXPRESSION`, or `for a in EXPRESSION if condition`. */
function loopSource(statement: object | undefined): object | undefined {
  if (statement === undefined || !("iterable" in statement)) return undefined;
  const { iterable } = statement;
  if (typeof iterable !== "object" || iterable === null) return undefined;
  return "test" in iterable && "lhs" in iterable && typeof iterable.lhs === "object" && iterable.lhs !== null
    ? iterable.lhs
    : iterable;
}

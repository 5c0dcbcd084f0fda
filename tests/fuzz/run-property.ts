/** Runs a fast-check property and reports the result. */
import fc from "fast-check";
import type { SuiteOptions, FuzzVerdict } from "./suite.ts";

/** A counterexample may be megabytes. */
const MAX_SHOWN = 2_000;

export interface RunOptions extends SuiteOptions {
  /** Timeout of one run, in milliseconds. */
  readonly timeLimit: number;
}

/** `text` is "" if all runs passed, else the seed, the error and the smallest counterexample found. */
export async function runProperty<Value>(
  property: fc.IAsyncProperty<Value>,
  { runs, seed, timeLimit }: RunOptions,
): Promise<FuzzVerdict> {
  const details = await fc.check(property, {
    numRuns: runs,
    timeout: timeLimit,
    ...(seed === undefined ? {} : { seed }),
  });
  if (!details.failed) return { passed: details.numRuns, failed: 0, text: "" };
  const error =
    details.errorInstance instanceof Error ? details.errorInstance.message : details.errorInstance;
  return {
    passed: details.numRuns - 1,
    failed: 1,
    text: `\n  seed ${details.seed}: ${shorten(String(error))}\n  ${shorten(describe(details.counterexample))}`,
  };
}

/** A counterexample as JSON, with bytes decoded as UTF-8. */
function describe(counterexample: unknown): string {
  return JSON.stringify(counterexample, (_key, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
  );
}

function shorten(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`;
}

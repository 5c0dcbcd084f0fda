/** Runs a fast-check property and says what came of it. */
import fc from "fast-check";
import type { SuiteOptions, Verdict } from "./suite.ts";

/** A counterexample may be megabytes. */
const MOST_SHOWN = 2_000;

export interface RunOptions extends SuiteOptions {
  /** For one run, in milliseconds. */
  readonly timeLimit: number;
}

/** `text` is "" where all runs passed, else the seed, the error and the smallest counterexample found. */
export async function runProperty<Value>(
  property: fc.IAsyncProperty<Value>,
  { runs, seed, timeLimit }: RunOptions,
): Promise<Verdict> {
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

/** Bytes as the text that they mostly are. */
function describe(counterexample: unknown): string {
  return JSON.stringify(counterexample, (_key, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
  );
}

function shorten(text: string): string {
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`;
}

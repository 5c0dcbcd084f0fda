import type { CheckStep } from "./steps.ts";

/** Called at the end of every step. `fault` is "" if it passed. */
export type StepListener = (name: string, fault: string, seconds: number) => void;

/**
 * Run the steps one after the other; a failed one does not prevent the next.
 *
 * @returns the names of the failed steps
 */
export async function runSteps(steps: readonly CheckStep[], onEnd: StepListener): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of steps) {
    const start = performance.now();
    const fault = await run().catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    if (fault !== "") failed.push(name);
    onEnd(name, fault, (performance.now() - start) / 1000);
  }
  return failed;
}

/** Print one line for a step that passed, the whole report for one that failed. */
export function printStep(name: string, fault: string, seconds: number): void {
  console.log(
    `${fault === "" ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)${fault === "" ? "" : `\n${fault}\n`}`,
  );
}

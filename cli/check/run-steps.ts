import type { CheckStep } from "./steps.ts";

/** Told about every step when it ends. */
export type StepListener = (name: string, fault: string, seconds: number) => void;

/**
 * Run the steps one after the other; a failed one does not keep the next from running.
 *
 * @returns the names of those that failed
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

/** One line for a step that passed; a failed one's whole report. */
export function printStep(name: string, fault: string, seconds: number): void {
  console.log(
    `${fault === "" ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)${fault === "" ? "" : `\n${fault}\n`}`,
  );
}

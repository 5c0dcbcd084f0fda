import type { Sliced } from "../../util/sliced.ts";

/** Runs sliced work without pauses, and counts its slices. */
export function runCounted<T>(work: Sliced<T>): { value: T; slices: number } {
  for (let slices = 1; ; slices += 1) {
    const { done, value } = work.next();
    if (done === true) return { value, slices };
  }
}

export function runAtOnce<T>(work: Sliced<T>): T {
  return runCounted(work).value;
}

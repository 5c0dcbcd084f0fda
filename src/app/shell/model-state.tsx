import type { ReadonlySignal } from "@preact/signals";
import type { ModelProgress } from "../../index.ts";
import { describeState } from "../ui/model-progress.ts";
import "./model-state.css";

export interface ModelStateProps {
  readonly progress: ReadonlySignal<ModelProgress | null>;
  readonly problem: ReadonlySignal<string | null>;
}

/** The model's state in two words, for the header. */
export function ModelState({ progress, problem }: ModelStateProps) {
  const failed = problem.value !== null;
  const state = failed ? "failed" : (progress.value?.state ?? "idle");
  return (
    <p class="model-state" data-state={state} title={problem.value ?? progress.value?.text}>
      <span class="visually-hidden">Model: </span>
      {failed ? "Not available" : describeState(progress.value)}
    </p>
  );
}

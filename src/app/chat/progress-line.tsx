import type { ModelProgress } from "../../index.ts";
import { describeProgress } from "../ui/model-progress.ts";

/** The progress of the model's load, in place of a reply that waits for it. */
export function ProgressLine({ progress }: { readonly progress: ModelProgress | null }) {
  if (progress === null || progress.state === "ready" || progress.state === "failed") {
    return <p class="waiting">Starting the model…</p>;
  }
  const text = describeProgress(progress);
  return (
    <div class="progress">
      <p class="waiting">{text}</p>
      <progress class="bar" aria-label={text} max={1} value={progress.fraction} />
    </div>
  );
}

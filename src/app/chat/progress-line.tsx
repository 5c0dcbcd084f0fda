import type { ModelProgress } from "../../index.ts";
import { describeProgress } from "../ui/model-progress.ts";

/** How far the model is, with a bar: shown where its first reply is waited for. */
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

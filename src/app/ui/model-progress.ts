/** The progress of a model load in words for a person. */
import type { ModelProgress } from "../../index.ts";
import { describeBytes } from "../../format/describe-bytes.ts";

const wholePercent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** A short word for the header. */
export function describeState(progress: ModelProgress | null): string {
  switch (progress?.state) {
    case undefined:
      return "Not loaded yet";
    case "downloading":
      return `Downloading ${wholePercent.format(progress.fraction)}`;
    case "verifying":
      return `Checking ${wholePercent.format(progress.fraction)}`;
    case "loading":
      return `Loading ${wholePercent.format(progress.fraction)}`;
    case "ready":
      return "Ready";
    case "failed":
      return "Failed";
  }
}

/** One line, for the place of a reply that waits for the model. */
export function describeProgress(progress: ModelProgress): string {
  if (progress.state !== "downloading" || progress.totalBytes === 0) return progress.text;
  const { loadedBytes, totalBytes, fraction } = progress;
  const done = `${describeBytes(loadedBytes)} of ${describeBytes(totalBytes)}`;
  return `Downloading: ${done} (${wholePercent.format(fraction)})`;
}

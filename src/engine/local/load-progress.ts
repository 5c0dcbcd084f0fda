import type { ModelProgress } from "../../contract/model-progress.ts";
import type { FilesProgress } from "../../models/model-files.ts";

/** Reports the progress of one load of a model. */
export interface LoadProgress {
  /** @param promptBytes size of the files that were installed before the weights */
  weights(progress: FilesProgress, promptBytes: number): void;
  /** @param fraction of the engine's own work, 0 to 1 */
  engine(fraction: number, text: string): void;
  ready(): void;
  failed(message: string): void;
}

/** @param totalBytes size of all files of the model */
export function createLoadProgress(
  id: string,
  totalBytes: number,
  report: (progress: ModelProgress) => void,
): LoadProgress {
  return {
    weights({ phase, loadedBytes: weightBytes }, promptBytes) {
      const loadedBytes = weightBytes + promptBytes;
      const text = phase === "downloading" ? "Downloading the model" : "Checking the model's files";
      report({ id, state: phase, loadedBytes, totalBytes, fraction: loadedBytes / totalBytes, text });
    },
    engine: (fraction, text) =>
      report({ id, state: "loading", loadedBytes: totalBytes, totalBytes, fraction, text }),
    ready: () =>
      report({ id, state: "ready", loadedBytes: totalBytes, totalBytes, fraction: 1, text: "Ready" }),
    failed: (text) => report({ id, state: "failed", loadedBytes: 0, totalBytes, fraction: 0, text }),
  };
}

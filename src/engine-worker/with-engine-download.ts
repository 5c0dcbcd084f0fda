import type { ModelProgress } from "../contract/model-progress.ts";
import type { Installs } from "../wire/peer-messages.ts";

/** Adds an embedded model that the engine downloads for a request, unless the installer downloads it already. */
export function withEngineDownload(installs: Installs, model: ModelProgress | null): Installs {
  if (model?.state !== "downloading" || installs.some(({ id }) => id === model.id)) return installs;
  const { id, loadedBytes, totalBytes } = model;
  const unknown = { bytesPerSecond: null, secondsLeft: null, problem: null };
  const state = { type: "installing", phase: "downloading", loadedBytes, totalBytes, ...unknown } as const;
  return [...installs, { id, state }];
}

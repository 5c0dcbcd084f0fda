/** One run that stores a person's own file. A file cannot be read again after a restart, so nothing is kept of a part. */
import type { ModelRowStore } from "../store/model-rows.ts";
import { createBlobFiles } from "./blob-files.ts";
import type { ListedModel } from "./engine-models.ts";
import { installFailure, InstallPausedError } from "./install-errors.ts";
import { installModel, type InstallModelOptions } from "./install-model.ts";
import type { ProgressTracker } from "./install-progress.ts";
import { modelLock } from "./install-run.ts";
import { newUnfinishedRow } from "./unfinished-row.ts";

export interface StoreFileOptions extends InstallModelOptions {
  readonly store: ModelRowStore;
  readonly locks: Pick<LockManager, "request">;
  readonly caches: Pick<CacheStorage, "open">;
  /** Removes all files of a model. */
  readonly removeFiles: (id: string) => Promise<void>;
}

/**
 * @throws {InstallPausedError} once `signal` is aborted
 * @throws {ModelError}
 */
export async function storeFile(
  blob: Blob,
  listed: ListedModel,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: ProgressTracker },
  options: StoreFileOptions,
): Promise<void> {
  const { store, locks, caches, files, removeFiles } = options;
  const { id } = listed.summary;
  const totalBytes = blob.size;
  try {
    await locks.request(modelLock(id), { mode: "shared", signal }, async () => {
      progress.start(0, totalBytes);
      const stored = { ...files, ...createBlobFiles(blob, caches) };
      const attempt = {
        known: [],
        totalBytes,
        signal,
        onProgress: progress.report,
        onFile: () => Promise.resolve(),
      };
      const model = await installModel(
        { type: "listed", listed, engine: undefined, problem: undefined },
        { ...options, files: stored },
        attempt,
      );
      await store.putModelRow({ id, status: "installed", model });
    });
  } catch (error) {
    await removeFiles(id);
    if (signal.aborted) {
      await store.deleteModelRow(id);
      throw new InstallPausedError(id, error);
    }
    const failure = installFailure(id, error);
    // For a page that asks too late. The next file that is added replaces the row.
    const row = newUnfinishedRow(id, totalBytes);
    await store.putModelRow({ ...row, status: "failed", message: failure.message });
    throw failure;
  }
}

/** One run of an install: waits for its turn, downloads, and keeps the model's row up to date. */
import { scopedName } from "../scope/scoped-name.ts";
import type { ModelRowStore } from "../store/model-rows.ts";
import type { Catalogue } from "./catalogue.ts";
import type { InstallableModel } from "./installable-model.ts";
import { installFailure, InstallPausedError, unknownModel } from "./install-errors.ts";
import { installModel, type InstallModelOptions } from "./install-model.ts";
import type { ProgressTracker } from "./install-progress.ts";
import { ModelError } from "./model-error.ts";
import type { ModelFiles } from "./model-files.ts";
import { createUnfinishedRow } from "./unfinished-row.ts";

export interface InstallRunOptions extends InstallModelOptions {
  readonly catalogue: Pick<Catalogue, "find">;
  readonly store: ModelRowStore;
  readonly locks: Pick<LockManager, "request">;
}

/** Held by the one install that downloads, over all contexts of the scope. */
const INSTALL_LOCK = scopedName("insitu-install");

/** Interval at which a running install saves its progress, which is only shown: nothing depends on it. */
const SAVE_INTERVAL_MS = 2_000;

/** The lock that a model's installs share and its removal holds alone. */
export function modelLock(id: string): string {
  return `${INSTALL_LOCK}:${id}`;
}

/**
 * Waits while the model is being removed, and writes nothing of it without holding its lock.
 *
 * @throws {InstallPausedError} once `signal` is aborted
 * @throws {ModelError}
 */
export async function runInstall(
  id: string,
  signal: AbortSignal,
  progress: ProgressTracker,
  options: InstallRunOptions,
): Promise<void> {
  await options.locks.request(modelLock(id), { mode: "shared", signal }, () =>
    installLocked(id, signal, progress, options),
  );
}

async function installLocked(
  id: string,
  signal: AbortSignal,
  progress: ProgressTracker,
  options: InstallRunOptions,
): Promise<void> {
  const { catalogue, store, files, locks } = options;
  const installable = await catalogue.find(id);
  const before = await store.modelRow(id);
  if (installable === undefined) {
    // A file of a person's own, which could not be stored.
    throw before?.status === "failed" ? new ModelError("failed", before.message) : unknownModel(id);
  }
  const wasInstalled = before?.status === "installed";
  if (wasInstalled && (await isComplete(installable, files))) return;
  const row = createUnfinishedRow(id, wasInstalled ? undefined : before, knownSize(installable), {
    // Requests find an installed model by its row, and run it with the engine whose files are there.
    store: wasInstalled ? undefined : store,
    progress,
  });
  const saving = setInterval(() => void row.trySave(), SAVE_INTERVAL_MS);
  try {
    await row.save();
    const model = await locks.request(INSTALL_LOCK, { signal }, () =>
      installModel(installable, options, {
        known: row.files,
        totalBytes: row.totalBytes,
        signal,
        onProgress: progress.report,
        onFile: (files) => row.save({ files }),
      }),
    );
    clearInterval(saving);
    // An embedded model counts as installed if its files are present, so it needs no row.
    const isEmbedded = installable.type === "model" && installable.source === "embedded";
    await (isEmbedded ? store.deleteModelRow(id) : store.putModelRow({ id, status: "installed", model }));
  } catch (error) {
    clearInterval(saving);
    if (signal.aborted) {
      await row.trySave({ status: "paused" });
      throw new InstallPausedError(id, error);
    }
    const failure = installFailure(id, error);
    await row.trySave({ status: "failed", message: failure.message });
    throw failure;
  }
}

function knownSize(installable: InstallableModel): number | null {
  return installable.type === "listed" ? null : (installable.engine?.describe(installable.model)?.bytes ?? 0);
}

/** True if the files of the engine that would run the model are there: it may have been installed for another one. */
async function isComplete(
  installable: InstallableModel,
  files: Pick<ModelFiles, "isInstalled">,
): Promise<boolean> {
  if (installable.type === "listed") return false;
  const groups = installable.engine?.fileGroups(installable.model) ?? [];
  return files.isInstalled(groups.flatMap((group) => group.files));
}

/** Runs installs, one at a time: each can be paused, fails in one clear line, and goes on from where it was. */
import { scopedName } from "../scope/scoped-name.ts";
import { EngineError } from "../contract/engine-error.ts";
import type { ModelRowStore, UnfinishedModelRow } from "../store/model-rows.ts";
import type { InstallState } from "../contract/catalogue.ts";
import { bytesOf, type Catalogue } from "./catalogue.ts";
import { installItem, type InstallItemOptions } from "./install-item.ts";
import { type ProgressTracker, trackProgress } from "./install-progress.ts";

/** What an install ends with that was paused. */
export class InstallPausedError extends Error {
  override readonly name = "InstallPausedError";
}

export interface Installer {
  /** Installs that are not complete. */
  states(): readonly { readonly id: string; readonly state: InstallState }[];
  /**
   * Resolves when the model is installed; joins an install under way.
   *
   * @throws {InstallPausedError}
   * @throws {EngineError} with what failed
   */
  install(id: string): Promise<void>;
  /** Resolves when the install stands still. */
  pause(id: string): Promise<void>;
  /**
   * Removes everything of a model, once every install of it, here and in other contexts, stands still.
   *
   * @throws {EngineError} `model-not-found`; `unavailable` where another context goes on installing it
   */
  remove(id: string): Promise<void>;
}

export interface InstallerOptions extends InstallItemOptions {
  readonly catalogue: Pick<Catalogue, "find">;
  readonly store: ModelRowStore;
  /** Removes all files of a model. */
  readonly removeFiles: (id: string) => Promise<void>;
  /** Frees the memory that a model takes. */
  readonly unload: (id: string) => Promise<void>;
  /** Asks the other contexts of the origin to pause their installs of a model. */
  readonly pauseElsewhere: (id: string) => void;
  /** Time that they have to pause, in milliseconds. */
  readonly pauseTimeoutMs?: number;
  readonly locks: Pick<LockManager, "request">;
  /** Told of every change; `catalogue` where it is more than an install's progress. */
  readonly onChange: (what: "progress" | "catalogue") => void;
}

interface Run {
  readonly controller: AbortController;
  readonly done: Promise<void>;
  state: InstallState;
}

/** Held by the one install that downloads, over all contexts of the scope. */
const INSTALL_LOCK = scopedName("insitu-install");
/** The installs of a model share it; its removal holds it alone. */
const modelLock = (id: string) => `${INSTALL_LOCK}:${id}`;
/** A connection is dropped at once; what takes time is to write down the last part, or to sum up a big file. */
const PAUSE_TIMEOUT_MS = 15_000;

export function createInstaller(options: InstallerOptions): Installer {
  const { catalogue, store, removeFiles, unload, pauseElsewhere, locks, onChange } = options;
  const { pauseTimeoutMs = PAUSE_TIMEOUT_MS } = options;
  const runs = new Map<string, Run>();

  function start(id: string): Run {
    const controller = new AbortController();
    const progress = trackProgress((state) => {
      run.state = state;
      onChange("progress");
    });
    const { signal } = controller;
    const done = perform(id, signal, progress).finally(() => {
      progress.end();
      runs.delete(id);
      onChange("catalogue");
    });
    const run: Run = { controller, done, state: progress.state() };
    // Whoever waits for it hears of a failure; the others see it in the list.
    done.catch(() => {});
    runs.set(id, run);
    onChange("catalogue");
    return run;
  }

  /** Waits while the model is being removed, and writes nothing of it before or after it holds the lock. */
  async function perform(id: string, signal: AbortSignal, progress: ProgressTracker): Promise<void> {
    await locks.request(modelLock(id), { mode: "shared", signal }, () => installOnce(id, signal, progress));
  }

  async function installOnce(id: string, signal: AbortSignal, progress: ProgressTracker): Promise<void> {
    const item = await catalogue.find(id);
    if (item === undefined) throw notFound(id);
    const before = await store.modelRow(id);
    if (before?.status === "installed") return;
    let row: UnfinishedModelRow = {
      id,
      status: "installing",
      message: "",
      loadedBytes: before?.loadedBytes ?? 0,
      totalBytes: before?.totalBytes ?? (item.type === "model" ? bytesOf(item.model) : null),
      files: before?.files ?? [],
    };
    const save = async (change: Partial<UnfinishedModelRow> = {}) => {
      const { loadedBytes, totalBytes } = progress.state();
      row = { ...row, loadedBytes, totalBytes, ...change };
      await store.putModelRow(row);
    };
    /** The outcome of the install counts, whether it can be written down or not. */
    const trySave = (change?: Partial<UnfinishedModelRow>) =>
      save(change).catch((error: unknown) => console.warn("The state of an install was not written.", error));
    progress.begin(row.loadedBytes, row.totalBytes);
    // What a closed browser leaves. Nothing depends on it: it is a figure to show.
    const saving = setInterval(() => void trySave(), 2_000);
    try {
      await save();
      const model = await locks.request(INSTALL_LOCK, { signal }, () =>
        installItem(item, options, {
          known: row.files,
          totalBytes: row.totalBytes,
          signal,
          onProgress: progress.report,
          onFile: (known) => save({ files: known }),
        }),
      );
      clearInterval(saving);
      if (item.type === "model" && item.source === "embedded") await store.deleteModelRow(id);
      else await store.putModelRow({ id, status: "installed", model });
    } catch (error) {
      clearInterval(saving);
      if (signal.aborted) {
        await trySave({ status: "paused" });
        throw paused(id, error);
      }
      const failure = error instanceof EngineError ? error : unexpected(id, error);
      await trySave({ status: "failed", message: failure.message });
      throw failure;
    }
  }

  async function pause(id: string): Promise<void> {
    const run = runs.get(id);
    run?.controller.abort(paused(id));
    await run?.done.catch(() => {});
  }

  return {
    states: () => Array.from(runs, ([id, { state }]) => ({ id, state })),
    async install(id) {
      const run = runs.get(id);
      // One that is being paused has to stand still before it goes on.
      if (run?.controller.signal.aborted) await run.done.catch(() => {});
      await (runs.get(id) ?? start(id)).done;
    },
    pause,
    async remove(id) {
      const item = await catalogue.find(id);
      if (item === undefined) throw notFound(id);
      const deadline = AbortSignal.timeout(pauseTimeoutMs);
      let begun = false;
      // Asked for before anybody is told to pause: an install that begins from now on waits until all is removed.
      const removing = locks.request(modelLock(id), { signal: deadline }, async () => {
        begun = true;
        // First, so that no request finds the model any more.
        await store.deleteModelRow(id);
        await unload(id);
        await removeFiles(id);
      });
      pauseElsewhere(id);
      await pause(id);
      await removing.catch((error: unknown) => {
        throw begun ? error : stillInstalling(id, error);
      });
      onChange("catalogue");
    },
  };
}

function paused(id: string, cause?: unknown): InstallPausedError {
  return new InstallPausedError(`The install of the model '${id}' was paused.`, { cause });
}

function stillInstalling(id: string, cause: unknown): EngineError {
  const message = `Another tab installs the model '${id}' and does not answer: close that tab, then remove the model.`;
  return new EngineError("unavailable", message, undefined, { cause });
}

function notFound(id: string): EngineError {
  return new EngineError("model-not-found", `The catalogue has no model '${id}'.`);
}

function unexpected(id: string, cause: unknown): EngineError {
  const isFull = cause instanceof DOMException && cause.name === "QuotaExceededError";
  if (isFull) {
    const message = `The browser has no room for the model '${id}': free some disk space or remove another model.`;
    return new EngineError("failed", message, undefined, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EngineError("failed", `The model '${id}' could not be installed: ${reason}`, undefined, {
    cause,
  });
}

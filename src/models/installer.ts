/** Runs installs, one at a time. Each can be paused, and resumes where it was; each fails with one clear line. */
import type { InstallState } from "../contract/catalogue.ts";
import { InstallPausedError, stillInstalling, unknownModel } from "./install-errors.ts";
import { type ProgressTracker, trackProgress } from "./install-progress.ts";
import { type InstallRunOptions, modelLock, runInstall } from "./install-run.ts";

export interface Installer {
  /** Installs that are under way here. */
  states(): readonly { readonly id: string; readonly state: InstallState }[];
  /**
   * Resolves when the model is installed; joins an install under way.
   *
   * @throws {InstallPausedError}
   * @throws {ModelError} with the reason
   */
  install(id: string): Promise<void>;
  /**
   * Runs `work` as the install of a model that the catalogue does not list yet. `install` joins it, `pause` aborts its
   * signal.
   */
  start(id: string, work: InstallWork): void;
  /** Resolves when the install has stopped. */
  pause(id: string): Promise<void>;
  /**
   * Removes everything of a model, once every install of it, here and in other contexts, has stopped.
   *
   * @throws {ModelError} `unknown-model`; `in-use` where another context does not stop installing it
   */
  remove(id: string): Promise<void>;
}

export type InstallWork = (signal: AbortSignal, progress: ProgressTracker) => Promise<void>;

export type InstallerChange = "progress" | "catalogue";

export interface InstallerOptions extends InstallRunOptions {
  /** Removes all files of a model. */
  readonly removeFiles: (id: string) => Promise<void>;
  /** Frees the memory of a model. */
  readonly unload: (id: string) => Promise<void>;
  /** Asks the other contexts of the origin to pause their installs of a model. */
  readonly pauseElsewhere: (id: string) => void;
  /** Timeout of their pause, in milliseconds. */
  readonly pauseTimeoutMs?: number;
  /** Called on every change; `catalogue` means more than the progress of an install. */
  readonly onChange: (change: InstallerChange) => void;
}

interface Run {
  readonly controller: AbortController;
  readonly done: Promise<void>;
  state: InstallState;
}

/** A connection is dropped at once; saving the last part or hashing a large file takes time. */
const PAUSE_TIMEOUT_MS = 15_000;

export function createInstaller(options: InstallerOptions): Installer {
  const { catalogue, store, removeFiles, unload, pauseElsewhere, locks, onChange } = options;
  const { pauseTimeoutMs = PAUSE_TIMEOUT_MS } = options;
  const runs = new Map<string, Run>();

  function start(id: string, work: InstallWork): Run {
    const controller = new AbortController();
    const progress = trackProgress((state) => {
      run.state = state;
      onChange("progress");
    });
    const done = work(controller.signal, progress).finally(() => {
      progress.end();
      runs.delete(id);
      onChange("catalogue");
    });
    const run: Run = { controller, done, state: progress.state() };
    // A failure rejects for those who await it, and the list shows it to everyone else.
    done.catch(() => {});
    runs.set(id, run);
    onChange("catalogue");
    return run;
  }

  async function pause(id: string): Promise<void> {
    const run = runs.get(id);
    run?.controller.abort(new InstallPausedError(id));
    await run?.done.catch(() => {});
  }

  return {
    states: () => Array.from(runs, ([id, { state }]) => ({ id, state })),
    async install(id) {
      const run = runs.get(id);
      // One that is being paused has to stop before it is resumed.
      if (run?.controller.signal.aborted) await run.done.catch(() => {});
      const joined =
        runs.get(id) ?? start(id, (signal, progress) => runInstall(id, signal, progress, options));
      await joined.done;
    },
    start: (id, work) => void start(id, work),
    pause,
    async remove(id) {
      if ((await catalogue.find(id)) === undefined) throw unknownModel(id);
      const timeout = AbortSignal.timeout(pauseTimeoutMs);
      let isLocked = false;
      // Requested before the pauses: an install that starts from now on waits until the removal is complete.
      const removing = locks.request(modelLock(id), { signal: timeout }, async () => {
        isLocked = true;
        // First, so that no request finds the model any more.
        await store.deleteModelRow(id);
        await unload(id);
        await removeFiles(id);
      });
      pauseElsewhere(id);
      await pause(id);
      await removing.catch((error: unknown) => {
        throw isLocked ? error : stillInstalling(id, error);
      });
      onChange("catalogue");
    },
  };
}

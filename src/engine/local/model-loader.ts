/** Loads one model at a time into memory, whatever its backend. */
import type { Model } from "../../contract/model.ts";
import type { ModelProgress } from "../../contract/model-progress.ts";
import { totalSize } from "../../models/cached-file.ts";
import type { ModelFiles } from "../../models/model-files.ts";
import { Mutex, type Release } from "../../util/mutex.ts";
import type { BackendFiles, EngineBackend } from "./engine-backend.ts";
import { loadFailure } from "./engine-failure.ts";
import { createLoadProgress, type LoadProgress } from "./load-progress.ts";
import { ModelCache } from "./model-cache.ts";
import type { PreparedModels } from "./prepared-models.ts";
import type { Runtime } from "./runtime.ts";

export interface LoadedModel {
  readonly runtime: Runtime;
  /**
   * The memory as the load has left it: the first caller gets its release, and must call that. Undefined for all
   * others, who have to acquire it. So a model that was loaded for a request cannot be replaced before the request.
   */
  claim(): Release | undefined;
}

export interface ModelLoader {
  /**
   * Loads a model by a backend, unloading another one and the same one of another backend. Joins a load in progress; a
   * failed load can be tried again. Every caller has to claim the result.
   *
   * @throws {EngineError}
   */
  load(model: Model, backend: EngineBackend): Promise<LoadedModel>;
  /**
   * Waits until nothing else uses the memory, and reserves it until the result is called. The model may have been
   * replaced in the meantime: check `isLoaded`.
   */
  acquire(): Promise<Release>;
  isLoaded(runtime: Runtime): boolean;
  /** Frees the memory of the model once nothing uses it. */
  unload(id: string): Promise<void>;
  /** Drops a model that is dead, so that the next request reloads it. */
  forget(runtime: Runtime): void;
  /** Calls `observer` with the progress of all loads, until the result is called. */
  observe(observer: (progress: ModelProgress) => void): () => void;
}

export interface ModelLoaderOptions {
  readonly files: Pick<ModelFiles, "ensure">;
  readonly preparedModels: PreparedModels;
}

export function createModelLoader({ files, preparedModels }: ModelLoaderOptions): ModelLoader {
  const loads = new ModelCache<LoadedModel>();
  const observers = new Set<(progress: ModelProgress) => void>();
  /** Held while a model is loaded into memory or unloaded, and while one generates. */
  const memory = new Mutex();
  let loaded: { readonly id: string; readonly engine: string; readonly runtime: Runtime } | undefined;

  async function unloadCurrent(): Promise<void> {
    const previous = loaded?.runtime;
    loaded = undefined;
    await previous?.unload().catch(() => {});
  }

  async function load(
    model: Model,
    backend: EngineBackend,
    { prompt, weights }: BackendFiles,
    progress: LoadProgress,
  ): Promise<LoadedModel> {
    const { id } = model;
    const engine = backend.identity.name;
    const current = loaded;
    if (current?.id === id && current.engine === engine && (await current.runtime.isAlive())) {
      return { runtime: current.runtime, claim: () => undefined };
    }
    const prepared = await preparedModels.get(model, backend);
    const promptBytes = totalSize(prompt);
    await files.ensure(`${id}/weights`, weights, {
      onProgress: (state) => progress.weights(state, promptBytes),
    });
    const release = await memory.acquire();
    try {
      await unloadCurrent();
      progress.engine(0, "Starting the engine");
      const runtime = await prepared.loadRuntime(progress.engine);
      loaded = { id, engine, runtime };
      progress.ready();
      return { runtime, claim: claimOnce(release) };
    } catch (error) {
      release();
      throw error;
    }
  }

  async function loadWithProgress(model: Model, backend: EngineBackend): Promise<LoadedModel> {
    const { id } = model;
    let progress: LoadProgress | undefined;
    try {
      const placed = backend.files(model);
      progress = createLoadProgress(id, totalSize([...placed.prompt, ...placed.weights]), (state) => {
        for (const observer of observers) observer(state);
      });
      return await load(model, backend, placed, progress);
    } catch (error) {
      const failure = loadFailure(backend.failures, id, error);
      progress?.failed(failure.message);
      throw failure;
    }
  }

  return {
    load: (model, backend) =>
      loads.getOrStart(model.id, backend, () =>
        loadWithProgress(model, backend).finally(() => loads.delete(model.id, backend)),
      ),
    acquire: () => memory.acquire(),
    isLoaded: (runtime) => loaded?.runtime === runtime,
    async unload(id) {
      preparedModels.delete(id);
      await Promise.allSettled(loads.allOf(id));
      await memory.runExclusive(async () => {
        if (loaded?.id === id) await unloadCurrent();
      });
    },
    forget(runtime) {
      if (loaded?.runtime === runtime) loaded = undefined;
      // A lost device may never answer, so nobody waits for it.
      void runtime.unload().catch(() => {});
    },
    observe(observer) {
      observers.add(observer);
      return () => observers.delete(observer);
    },
  };
}

function claimOnce(release: Release): LoadedModel["claim"] {
  let unclaimed: Release | undefined = release;
  return () => {
    const claimed = unclaimed;
    unclaimed = undefined;
    return claimed;
  };
}

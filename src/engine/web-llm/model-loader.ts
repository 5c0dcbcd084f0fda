/** Loads one model at a time into the GPU's memory. */
import type { Model } from "../../contract/model.ts";
import type { ModelProgress } from "../../contract/model-progress.ts";
import { totalSize } from "../../models/cached-file.ts";
import type { ModelFiles } from "../../models/model-files.ts";
import { Mutex, type Release } from "../../util/mutex.ts";
import { PromiseCache } from "../../util/promise-cache.ts";
import { loadFailure } from "./engine-failure.ts";
import { createLoadProgress, type LoadProgress } from "../local/load-progress.ts";
import { modelSize, placeModel, promptFiles, weightFiles } from "./placement.ts";
import type { PromptBuilders } from "./prompt-builders.ts";
import type { Runtime } from "../local/runtime.ts";
import type { LoadRuntime } from "./load-request.ts";

export interface LoadedModel {
  readonly runtime: Runtime;
  /**
   * The GPU's memory as the load has left it: the first caller gets its release, and must call that. Undefined for all
   * others, who have to acquire it. So a model that was loaded for a request cannot be replaced before the request.
   */
  claim(): Release | undefined;
}

export interface ModelLoader {
  /**
   * Loads a model. Joins a load in progress; a failed load can be tried again. Every caller has to claim the result.
   *
   * @throws {EngineError}
   */
  load(model: Model): Promise<LoadedModel>;
  /**
   * Waits until nothing else uses the GPU's memory, and reserves it until the result is called. The model may have been
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
  readonly files: Pick<ModelFiles, "ensure" | "read">;
  readonly promptBuilders: PromptBuilders;
  readonly loadRuntime: LoadRuntime;
}

export function createModelLoader({ files, promptBuilders, loadRuntime }: ModelLoaderOptions): ModelLoader {
  const loads = new PromiseCache<string, LoadedModel>();
  const observers = new Set<(progress: ModelProgress) => void>();
  /** Held while a model is loaded into the GPU's memory or unloaded, and while one generates. */
  const memory = new Mutex();
  let loaded: { readonly id: string; readonly runtime: Runtime } | undefined;

  async function unloadCurrent(): Promise<void> {
    const previous = loaded?.runtime;
    loaded = undefined;
    await previous?.unload().catch(() => {});
  }

  async function load(model: Model, progress: LoadProgress): Promise<LoadedModel> {
    const { id, context_length: contextLength } = model;
    const current = loaded;
    if (current?.id === id && (await current.runtime.isAlive())) {
      return { runtime: current.runtime, claim: () => undefined };
    }
    const placed = placeModel(model);
    const promptBuilder = await promptBuilders.get(model);
    const promptBytes = totalSize(promptFiles(placed));
    await files.ensure(`${id}/weights`, weightFiles(placed), {
      onProgress: (state) => progress.weights(state, promptBytes),
    });
    const release = await memory.acquire();
    try {
      await unloadCurrent();
      progress.engine(0, "Starting the engine");
      const runtime = await loadRuntime({
        id,
        model: placed,
        contextLength,
        promptBuilder,
        library: await files.read(placed.library),
        onProgress: progress.engine,
      });
      loaded = { id, runtime };
      progress.ready();
      return { runtime, claim: claimOnce(release) };
    } catch (error) {
      release();
      throw error;
    }
  }

  async function loadWithProgress(model: Model): Promise<LoadedModel> {
    const { id } = model;
    const progress = createLoadProgress(id, modelSize(model), (state) => {
      for (const observer of observers) observer(state);
    });
    try {
      return await load(model, progress);
    } catch (error) {
      const failure = loadFailure(id, error);
      progress.failed(failure.message);
      throw failure;
    }
  }

  return {
    load: (model) =>
      loads.getOrStart(model.id, () => loadWithProgress(model).finally(() => loads.delete(model.id))),
    acquire: () => memory.acquire(),
    isLoaded: (runtime) => loaded?.runtime === runtime,
    async unload(id) {
      promptBuilders.delete(id);
      await loads.get(id)?.catch(() => {});
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

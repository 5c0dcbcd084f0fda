/** Gets one model at a time into the GPU's memory, and tells how far it is. */
import type { Model } from "../../config/model.ts";
import { type CachedFile, totalSize } from "../../models/cached-file.ts";
import type { ModelFiles } from "../../models/model-files.ts";
import type { ModelProgress } from "../../contract/model-progress.ts";
import { loadFailure } from "./engine-failure.ts";
import { Mutex } from "../../util/mutex.ts";
import { modelSize, type PlacedModel, placeModel, promptFiles, weightFiles } from "./placement.ts";
import { createPromptBuilder, type PromptBuilder } from "./prompt-builder.ts";
import type { LoadRuntime, Runtime } from "./runtime.ts";

export interface ModelLoader {
  /** What makes the model's prompts, its small files installed first. @throws {EngineError} */
  promptBuilder(model: Model): Promise<PromptBuilder>;
  /** The loaded model. Joins a load in progress; a failed one can be tried again. @throws {EngineError} */
  load(model: Model): Promise<Runtime>;
  /**
   * Wait until nothing else uses the GPU's memory, and keep it from being used until the result is called.
   * `isLoaded` tells whether the model is still there then.
   */
  acquire(): Promise<() => void>;
  isLoaded(runtime: Runtime): boolean;
  /** Free what the model takes, once nothing uses it. */
  unload(id: string): Promise<void>;
  /** The loaded model is dead: let go of it, so that the next request loads it anew. */
  forget(runtime: Runtime): void;
  /** Be told of all progress, until the result is called. */
  observe(observer: (progress: ModelProgress) => void): () => void;
}

export interface ModelLoaderOptions {
  readonly files: Pick<ModelFiles, "ensure" | "read">;
  readonly loadRuntime: LoadRuntime;
}

export function createModelLoader({ files, loadRuntime }: ModelLoaderOptions): ModelLoader {
  const promptBuilders = new Map<string, Promise<PromptBuilder>>();
  const loads = new Map<string, Promise<Runtime>>();
  const observers = new Set<(progress: ModelProgress) => void>();
  /** Held while a model is put into the GPU's memory, and while one generates. */
  const memory = new Mutex();
  let loaded: { readonly id: string; readonly runtime: Runtime } | undefined;

  function report(progress: ModelProgress): void {
    for (const observer of observers) observer(progress);
  }

  async function makePromptBuilder({ id }: Model, placed: PlacedModel): Promise<PromptBuilder> {
    const { config, tokenizer, manifest } = placed;
    await files.ensure(`${id}/prompt`, promptFiles(placed));
    const read = async (file: CachedFile) => new TextDecoder().decode(await files.read(file));
    return createPromptBuilder(await read(config), await read(tokenizer), manifest && (await read(manifest)));
  }

  async function load(model: Model, totalBytes: number): Promise<Runtime> {
    const { id } = model;
    if (loaded?.id === id && (await loaded.runtime.isAlive())) return loaded.runtime;

    const placed = placeModel(model);
    const promptBuilder = await getOrStart(promptBuilders, id, () => makePromptBuilder(model, placed));
    const smallBytes = totalSize(promptFiles(placed));
    await files.ensure(`${id}/weights`, weightFiles(placed), {
      onProgress: ({ phase, loadedBytes }) => {
        const bytes = loadedBytes + smallBytes;
        const text = phase === "downloading" ? "Downloading the model" : "Checking the model's files";
        report({ id, state: phase, loadedBytes: bytes, totalBytes, fraction: bytes / totalBytes, text });
      },
    });
    const leave = await memory.acquire();
    try {
      const previous = loaded?.runtime;
      loaded = undefined;
      await previous?.unload().catch(() => {});
      const onProgress = (fraction: number, text: string) =>
        report({ id, state: "loading", loadedBytes: totalBytes, totalBytes, fraction, text });
      onProgress(0, "Starting the engine");
      const runtime = await loadRuntime({
        id,
        model: placed,
        contextLength: model.context_length,
        promptBuilder,
        library: await files.read(placed.library),
        onProgress,
      });
      loaded = { id, runtime };
      report({ id, state: "ready", loadedBytes: totalBytes, totalBytes, fraction: 1, text: "Ready" });
      return runtime;
    } finally {
      leave();
    }
  }

  return {
    async promptBuilder(model) {
      try {
        return await getOrStart(promptBuilders, model.id, () => makePromptBuilder(model, placeModel(model)));
      } catch (error) {
        throw loadFailure(model.id, error);
      }
    },
    async load(model) {
      const { id } = model;
      const totalBytes = modelSize(model);
      const loading = getOrStart(loads, id, () =>
        load(model, totalBytes).catch((error: unknown) => {
          const failure = loadFailure(id, error);
          report({ id, state: "failed", loadedBytes: 0, totalBytes, fraction: 0, text: failure.message });
          throw failure;
        }),
      );
      try {
        return await loading;
      } finally {
        loads.delete(id);
      }
    },
    acquire: () => memory.acquire(),
    isLoaded: (runtime) => loaded?.runtime === runtime,
    async unload(id) {
      promptBuilders.delete(id);
      await loads.get(id)?.catch(() => {});
      const leave = await memory.acquire();
      try {
        if (loaded?.id !== id) return;
        const { runtime } = loaded;
        loaded = undefined;
        await runtime.unload().catch(() => {});
      } finally {
        leave();
      }
    },
    forget(runtime) {
      if (loaded?.runtime === runtime) loaded = undefined;
      // A lost device may never answer: nobody waits for it.
      void runtime.unload().catch(() => {});
    },
    observe(observer) {
      observers.add(observer);
      return () => observers.delete(observer);
    },
  };
}

/** What is being made under `key`, or else what `make` makes; a failure is not kept. */
function getOrStart<Value>(
  kept: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}

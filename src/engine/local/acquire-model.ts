import type { Model } from "../../contract/model.ts";
import type { ModelProgress } from "../../contract/model-progress.ts";
import type { StreamPart, Waiting } from "../../contract/stream-part.ts";
import type { Release } from "../../util/mutex.ts";
import { cancellable } from "./cancellable.ts";
import type { EngineBackend } from "./engine-backend.ts";
import type { ModelLoader } from "./model-loader.ts";
import type { Runtime } from "./runtime.ts";
import { statesDuring, WaitingFeed } from "./waiting-feed.ts";

export interface AcquireModelOptions {
  readonly loader: ModelLoader;
  readonly backend: EngineBackend;
  /** @throws {EngineError} `model-not-found` */
  readonly requireModel: (id: string) => Promise<Model>;
  readonly waitingIntervalMs: number;
}

/** A loaded model that nothing else uses until it is released. */
export interface AcquiredModel {
  readonly runtime: Runtime;
  readonly release: Release;
}

/**
 * Loads the model and waits until it is free. Yields the states of the load.
 *
 * @throws {EngineError} `cancelled`, `model-not-found` if the model is removed in the meantime, or the failure of its load
 */
export async function* acquireModel(
  options: AcquireModelOptions,
  model: Model,
  signal: AbortSignal,
): AsyncGenerator<StreamPart, AcquiredModel> {
  const { loader, requireModel, waitingIntervalMs } = options;
  const feed = new WaitingFeed({ intervalMs: waitingIntervalMs });
  const stopObserving = loader.observe((progress) => {
    const waiting = progress.id === model.id && waitingState(progress);
    if (waiting) feed.report(waiting);
  });
  try {
    for (;;) {
      await requireModel(model.id);
      const acquired = yield* acquireOnce(options, model, feed, signal);
      if (acquired !== undefined) return acquired;
    }
  } finally {
    stopObserving();
  }
}

/** Undefined if the model was unloaded, or replaced by another, before it was free. */
async function* acquireOnce(
  options: AcquireModelOptions,
  model: Model,
  feed: WaitingFeed,
  signal: AbortSignal,
): AsyncGenerator<StreamPart, AcquiredModel | undefined> {
  const acquiring = loadAndAcquire(options, model);
  let isTaken = false;
  try {
    const states = statesDuring(cancellable(acquiring, signal), feed);
    for (;;) {
      const { done, value } = await states.next();
      if (!done) {
        yield { type: "waiting", ...value };
        continue;
      }
      isTaken = true;
      return value;
    }
  } finally {
    // The consumer has left: nobody uses the model when its turn comes.
    if (!isTaken) {
      acquiring.then(
        (acquired) => acquired?.release(),
        () => {},
      );
    }
  }
}

async function loadAndAcquire(
  { loader, backend, requireModel }: AcquireModelOptions,
  model: Model,
): Promise<AcquiredModel | undefined> {
  const { runtime, claim } = await loader.load(model, backend);
  const release = claim() ?? (await loader.acquire());
  try {
    // Its removal waits for the memory: it must not wait for a whole reply of a model that is gone.
    await requireModel(model.id);
  } catch (error) {
    release();
    throw error;
  }
  if (loader.isLoaded(runtime)) return { runtime, release };
  release();
  return undefined;
}

function waitingState({ state, fraction }: ModelProgress): Waiting | undefined {
  switch (state) {
    case "downloading":
      return { phase: "download", fraction };
    case "verifying":
      return { phase: "verify", fraction };
    case "loading":
      return { phase: "load", fraction };
    case "ready":
    case "failed":
      return undefined;
  }
}

// The public types of the status, written out for the reason that `accounts.ts` gives: the contract's are messages.
import type { CatalogueState } from "./catalogue-entry.ts";
import type { EngineHost } from "./engine-host.ts";
import { askWorkerStatus } from "./worker-status.ts";

/** Progress of a model load. */
export interface ModelProgress {
  /** The model's id. */
  readonly id: string;
  readonly state: "downloading" | "verifying" | "loading" | "ready" | "failed";
  /** Bytes of model files that are on this device, while downloading or verifying. */
  readonly loadedBytes: number;
  readonly totalBytes: number;
  /** 0 to 1 within the state. */
  readonly fraction: number;
  /** One line for a person: the step under way, or the cause of the failure. */
  readonly text: string;
}

/** An engine as it runs on this device. */
export interface EngineIdentity {
  /** For example `web-llm`. */
  readonly name: string;
  readonly version: string;
  /** Number of threads, of an engine on the CPU. */
  readonly threads?: number;
  /** The adapter's description, of an engine on the GPU. */
  readonly adapter?: string;
}

/** Status of the worker that runs the engine. */
export interface EngineHostStatus {
  /** Random, made when the worker starts: two tabs that show the same one share one engine. */
  readonly instance: string;
  readonly kind: "shared-worker" | "dedicated-worker";
  /** The engine that has the model in memory, or else the one that would load the next. */
  readonly engine: EngineIdentity;
  /** One line for a person: a better engine did not start. Absent if none failed. */
  readonly engineProblem?: string;
  /** The GPU adapter; null if there is none. */
  readonly adapter: { readonly description: string; readonly software: boolean } | null;
  /** The model that is loaded or being loaded. */
  readonly model: ModelProgress | null;
  /** Installs that are running, paused or failed. */
  readonly installs: readonly {
    readonly id: string;
    readonly state: Extract<CatalogueState, { type: "installing" | "paused" | "failed" }>;
  }[];
}

/** Status of the service worker. */
export interface WorkerStatus {
  /** Identifies the build: the same sources and configuration give the same id. */
  readonly build: string;
  /** Random, made when the worker starts: a new one means that the browser had stopped it. */
  readonly instance: string;
  /** Requests that are being served by the engine. */
  readonly active: number;
  /** Requests in the queue. */
  readonly waiting: number;
  /** Speed of the current reply over its last seconds; null without one. */
  readonly tokensPerSecond: number | null;
  /** Reason why limits, usage and the log cannot be stored at present, for a person; absent if they can. */
  readonly storageProblem?: string;
}

export interface Status {
  /**
   * - `ready`: a model is in memory, and everything needed to answer is on this device
   * - `loading`: a model is being loaded
   * - `idle`: no model is loaded; the first request or `load()` loads it
   */
  readonly state: "ready" | "loading" | "idle";
  readonly host: EngineHostStatus;
  readonly worker: WorkerStatus;
}

/** @throws {InsituError} if the service worker does not answer, or the engine's worker cannot be started */
export async function readStatus(engineHost: Pick<EngineHost, "status">): Promise<Status> {
  const [worker, host] = await Promise.all([askWorkerStatus(), engineHost.status()]);
  return { state: stateOf(host.model), host, worker };
}

function stateOf(model: ModelProgress | null): Status["state"] {
  if (model === null || model.state === "failed") return "idle";
  return model.state === "ready" ? "ready" : "loading";
}

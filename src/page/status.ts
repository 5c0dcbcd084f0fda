import type { WorkerStatus } from "../wire/page-messages.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";
import type { ModelProgress } from "../contract/model-progress.ts";
import type { EngineHost } from "./engine-host.ts";
import { askWorkerStatus } from "./worker-status.ts";

export interface Status {
  /**
   * - `ready`: a model is in memory, and everything needed to answer is on this machine
   * - `loading`: a model is on its way
   * - `idle`: nothing is loaded; the first request, or `load()`, does it
   */
  readonly state: "ready" | "loading" | "idle";
  /** The engine's worker: its adapter, its model, and an instance id that tabs sharing it have in common. */
  readonly host: EngineHostStatus;
  /** The service worker: its build, its queue, and the speed of the reply under way. */
  readonly worker: WorkerStatus;
}

/** @throws {InsituError} where the service worker does not answer, or the engine's worker cannot be started */
export async function readStatus(engineHost: EngineHost): Promise<Status> {
  const [worker, host] = await Promise.all([askWorkerStatus(), engineHost.status()]);
  return { state: stateOf(host.model), host, worker };
}

function stateOf(model: ModelProgress | null): Status["state"] {
  if (model === null || model.state === "failed") return "idle";
  return model.state === "ready" ? "ready" : "loading";
}

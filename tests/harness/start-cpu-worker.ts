import type { CpuWorker } from "../../src/engine/wllama/cpu-worker.ts";
import { admitWorkers } from "../../src/util/admit-workers.ts";
import { WIRE_VERSION as v } from "../../src/wire/version.ts";
import workerUrl from "../../src/cpu-worker/main.ts?worker&url";

/**
 * A new CPU worker of this page, without a host that watches it.
 *
 * @param script of another worker than the service has
 */
export function startCpuWorker(script: string = workerUrl): CpuWorker {
  const url = new URL(script, location.href);
  admitWorkers([url], () => document.baseURI);
  const worker = new Worker(url, { type: "module" });
  const engine = new MessageChannel();
  const lifeline = new MessageChannel();
  worker.postMessage({ v, type: "ports" }, [engine.port2, lifeline.port2]);
  return { port: engine.port1, ended: new AbortController().signal, terminate: () => worker.terminate() };
}

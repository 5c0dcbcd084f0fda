import cpuWorkerUrl from "../cpu-worker/main.ts?worker&url";
import type { StartCpuWorker } from "../engine/wllama/cpu-worker.ts";
import { scopedName } from "../scope/scoped-name.ts";
import { admitWorkers } from "../util/admit-workers.ts";
import { launchCpuWorker } from "../wire/launch-cpu-worker.ts";
import { type OwnPlace, rankPlaces } from "./cpu-worker-places.ts";
import type { PagePorts } from "./page-ports.ts";
import { createStartCpuWorker } from "./start-cpu-worker.ts";

/**
 * Starts CPU workers in the pages of this host, or in a SharedWorker's own context where that has `Worker`, as in Firefox. A
 * dedicated worker's page starts them, because it alone learns when it is left or frozen.
 */
export function openStartCpuWorker(pages: PagePorts): StartCpuWorker {
  const here = "SharedWorkerGlobalScope" in globalThis && "Worker" in globalThis ? openOwnPlace() : undefined;
  return createStartCpuWorker(() => rankPlaces(pages.described(), here), navigator.locks);
}

function openOwnPlace(): OwnPlace {
  const script = new URL(cpuWorkerUrl, self.location.origin);
  const name = scopedName("insitu-cpu-worker");
  const never = new AbortController().signal;
  admitWorkers([script], () => self.location.href);
  return {
    isIsolated: crossOriginIsolated,
    closed: never,
    start: (ports) => launchCpuWorker(() => new Worker(script, { type: "module", name }), ports, never),
  };
}

import cpuWorkerUrl from "../cpu-worker/main.ts?worker&url";
import { scopedName } from "../scope/scoped-name.ts";
import { createCpuWorkers } from "./cpu-workers.ts";
import { createPageState } from "./page-state.ts";

const name = scopedName("insitu-cpu-worker");

export const pageState = createPageState({ window, document });

export const pageCpuWorkers = createCpuWorkers(
  () => new Worker(cpuWorkerUrl, { type: "module", name }),
  pageState,
);

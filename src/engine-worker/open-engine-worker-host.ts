/** Puts the engine's host together from what this browser's worker has. */
import { config } from "../config/config.ts";
import { createLocalEngine } from "../engine/local/create-local-engine.ts";
import { ENGINE_IDENTITY as WEB_LLM_IDENTITY } from "../engine/web-llm/engine-identity.ts";
import { createWebLlmModels } from "../engine/web-llm/model-list/web-llm-models.ts";
import { ENGINE_IDENTITY as WLLAMA_IDENTITY } from "../engine/wllama/engine-identity.ts";
import { WLLAMA_MODELS } from "../engine/wllama/wllama-models.ts";
import { createModelFiles } from "../models/model-files.ts";
import { scopedName } from "../scope/scoped-name.ts";
import { createStore } from "../store/store.ts";
import { DEDICATED_HOST_LOCK } from "../wire/leader-messages.ts";
import { holdLock } from "../wire/watch-lock.ts";
import { describeAdapter } from "./adapter.ts";
import { describeCpu, describeDevice } from "./device.ts";
import { createEngineChooser, type DeployedEngine } from "./engine-chooser.ts";
import { type EngineWorkerHost, createEngineWorkerHost } from "./engine-worker-host.ts";
import { createFindModel } from "./find-model.ts";
import { findAdapter, readCapabilities } from "./gpu.ts";
import { createLazyBackend } from "./lazy-backend.ts";
import { logCauses } from "./log-causes.ts";
import { createModelService } from "./model-service.ts";
import { monitorEngine } from "./monitored-engine.ts";
import { createPagePorts } from "./page-ports.ts";
import { openStartCpuWorker } from "./open-start-cpu-worker.ts";
import { maxThreads } from "./max-threads.ts";
import { readPreference } from "./read-preference.ts";
import { joinPeers } from "./peers.ts";
import { withFallback } from "./with-fallback.ts";

export function openEngineWorkerHost(): EngineWorkerHost {
  const { locks } = navigator;
  const scope = new URL(import.meta.env.BASE_URL, self.location.origin);
  const store = createStore();
  const findGpu = () => findAdapter(navigator.gpu);
  const describeGpu = async () => {
    const adapter = await findGpu();
    const description = await describeAdapter(adapter);
    return adapter && description && readCapabilities(adapter, description);
  };
  const kind = "SharedWorkerGlobalScope" in self ? "shared-worker" : "dedicated-worker";
  const lockPrefix = kind === "shared-worker" ? "insitu-host" : DEDICATED_HOST_LOCK;
  const lock = holdLock(locks, scopedName(lockPrefix));
  const channel = new BroadcastChannel(scopedName("insitu-engine-workers"));
  const peers = joinPeers({ channel, locks, lock });
  const pages = createPagePorts(locks);
  const findModel = createFindModel(config.models, store);
  const files = createModelFiles({ scope });
  const webLlm: DeployedEngine = {
    models: createWebLlmModels(async () => (await import("../config/web-llm-records.ts")).webLlmRecords),
    identity: WEB_LLM_IDENTITY,
    open: createLazyBackend(async () =>
      (await import("../engine/web-llm/web-llm-backend.ts")).createWebLlmBackend(),
    ),
  };
  const startCpuWorker = openStartCpuWorker(pages);
  const wllama: DeployedEngine = {
    models: WLLAMA_MODELS,
    identity: WLLAMA_IDENTITY,
    open: createLazyBackend(async () =>
      (await import("../engine/wllama/wllama-backend.ts")).createWllamaBackend({
        startCpuWorker,
        maxThreads: maxThreads(navigator.hardwareConcurrency),
      }),
    ),
  };
  const engines = [webLlm, wllama] as const;
  const preference = () => readPreference(store, config);
  const chooser = createEngineChooser({
    engines,
    describeProcessors: async () => ({ gpu: await describeGpu(), cpu: describeCpu() }),
    readPreference: preference,
    defaultModel: config.models.find(({ id }) => id === config.default_model),
  });
  const { chooseBackend } = chooser;
  const engine = monitorEngine((onProgress) =>
    withFallback(logCauses(createLocalEngine({ findModel, chooseBackend, files, onProgress })), chooser),
  );
  const models = createModelService({
    config,
    engines: engines.map((one) => one.models),
    store,
    engine,
    peers,
    describeDevice: () => describeDevice(describeGpu),
    readPreference: preference,
    scope,
    examineFile: async (file) =>
      (await import("../engine/wllama/model-list/examine-gguf.ts")).examineGguf(file),
  });
  return createEngineWorkerHost({
    instance: crypto.randomUUID(),
    kind,
    locks,
    pages,
    lock,
    adapter: findGpu().then(describeAdapter),
    engineInUse: chooser.inUse,
    engine,
    peers,
    models,
    close: () => close(),
  });
}

/** Puts the engine's host together from what this browser's worker has. */
import { config } from "../config/config.ts";
import { createLocalEngine } from "../engine/local/create-local-engine.ts";
import { ENGINE_IDENTITY } from "../engine/web-llm/engine-identity.ts";
import { createWebLlmModels } from "../engine/web-llm/model-list/web-llm-models.ts";
import { createModelFiles } from "../models/model-files.ts";
import { scopedName } from "../scope/scoped-name.ts";
import { createStore } from "../store/store.ts";
import { holdLock } from "../wire/watch-lock.ts";
import { describeAdapter } from "./adapter.ts";
import { describeDevice } from "./device.ts";
import { type EngineWorkerHost, createEngineWorkerHost } from "./engine-worker-host.ts";
import { createFindModel } from "./find-model.ts";
import { findAdapter, readCapabilities } from "./gpu.ts";
import { createLazyBackend } from "./lazy-backend.ts";
import { logCauses } from "./log-causes.ts";
import { createModelService } from "./model-service.ts";
import { monitorEngine } from "./monitored-engine.ts";
import { createPagePorts } from "./page-ports.ts";
import { readPreference } from "./read-preference.ts";
import { joinPeers } from "./peers.ts";

export function openEngineWorkerHost(): EngineWorkerHost {
  const { locks } = navigator;
  const scope = new URL(import.meta.env.BASE_URL, self.location.origin);
  const store = createStore();
  const findGpu = () => findAdapter(navigator.gpu);
  const describeGpu = async () => {
    const adapter = await findGpu();
    return adapter && readCapabilities(adapter, (await describeAdapter(adapter))?.software ?? false);
  };
  const lock = holdLock(locks, scopedName("insitu-host"));
  const channel = new BroadcastChannel(scopedName("insitu-engine-workers"));
  const peers = joinPeers({ channel, locks, lock });
  const findModel = createFindModel(config.models, store);
  const files = createModelFiles({ scope });
  const chooseBackend = createLazyBackend({ describeGpu });
  const engine = monitorEngine((onProgress) =>
    logCauses(createLocalEngine({ findModel, chooseBackend, files, onProgress })),
  );
  const models = createModelService({
    config,
    engines: [createWebLlmModels(async () => (await import("../config/web-llm-records.ts")).webLlmRecords)],
    store,
    engine,
    peers,
    describeDevice: () => describeDevice(describeGpu),
    readPreference: () => readPreference(store, config),
    scope,
  });
  return createEngineWorkerHost({
    instance: crypto.randomUUID(),
    kind: "SharedWorkerGlobalScope" in self ? "shared-worker" : "dedicated-worker",
    locks,
    pages: createPagePorts(locks),
    lock,
    adapter: findGpu().then(describeAdapter),
    identity: ENGINE_IDENTITY,
    engine,
    peers,
    models,
    close: () => close(),
  });
}

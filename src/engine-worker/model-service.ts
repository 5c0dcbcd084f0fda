/** The catalogue and its installs, in the worker that outlives the page which requested them. */
import type { Config } from "../config/schema.ts";
import type { EnginePreference } from "../contract/engine-name.ts";
import { type Catalogue, createCatalogue } from "../models/catalogue.ts";
import type { Device } from "../models/compatibility.ts";
import type { EngineModels } from "../models/engine-models.ts";
import { estimateStorage } from "../models/estimate-storage.ts";
import { createInstaller, type Installer, type InstallerChange } from "../models/installer.ts";
import { createModelFiles } from "../models/model-files.ts";
import { removeModel } from "../models/remove-models.ts";
import type { ModelRowStore } from "../store/model-rows.ts";
import { Emitter } from "../util/emitter.ts";
import type { MonitoredEngine } from "./monitored-engine.ts";
import type { Peers } from "./peers.ts";

/** Models of the catalogue and their installs in this worker. */
export interface ModelService {
  readonly catalogue: Catalogue;
  readonly installer: Installer;
  observe(observer: (change: InstallerChange) => void): () => void;
}

export interface ModelServiceOptions {
  readonly config: Config;
  readonly engines: readonly EngineModels[];
  readonly store: ModelRowStore;
  readonly engine: Pick<MonitoredEngine, "unload">;
  readonly peers: Pick<Peers, "pause" | "unload">;
  readonly describeDevice: () => Promise<Device>;
  readonly readPreference: () => Promise<EnginePreference>;
  /** Base of relative paths of model files. */
  readonly scope: URL;
}

export function createModelService(options: ModelServiceOptions): ModelService {
  const { config, engines, store, engine, peers, describeDevice, readPreference, scope } = options;
  const changes = new Emitter<InstallerChange>();
  const files = createModelFiles({ scope });
  const catalogue = createCatalogue({ config, engines, store, files, describeDevice, readPreference, scope });
  const installer = createInstaller({
    catalogue,
    files,
    store,
    removeFiles: (id) => removeModel(caches, id),
    async unload(id) {
      peers.unload(id);
      await engine.unload(id);
    },
    pauseElsewhere: peers.pause,
    locks: navigator.locks,
    estimate: () => estimateStorage(navigator.storage),
    now: () => Date.now(),
    onChange: changes.emit,
  });
  return { catalogue, installer, observe: changes.observe };
}

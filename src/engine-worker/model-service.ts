/** The catalogue and its installs, in the worker that outlives the page which requested them. */
import { matchesOriginPattern } from "../config/origin-pattern.ts";
import type { Config } from "../config/schema.ts";
import type { EnginePreference } from "../contract/engine-name.ts";
import { createFileAdder, type FileAdder } from "../models/add-file.ts";
import { type Catalogue, createCatalogue } from "../models/catalogue.ts";
import type { Device } from "../models/compatibility.ts";
import type { EngineModels } from "../models/engine-models.ts";
import { estimateStorage } from "../models/estimate-storage.ts";
import type { ExamineFile } from "../models/examined-file.ts";
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
  readonly adder: FileAdder;
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
  readonly examineFile: ExamineFile;
}

export function createModelService(options: ModelServiceOptions): ModelService {
  const { config, engines, store, engine, peers, describeDevice, readPreference, scope, examineFile } =
    options;
  const isAllowed = (url: URL) =>
    url.origin === scope.origin || matchesOriginPattern(url, config.catalogue?.hosts ?? []);
  const changes = new Emitter<InstallerChange>();
  const files = createModelFiles({ scope });
  const catalogue = createCatalogue({ config, engines, store, files, describeDevice, readPreference, scope });
  const storage = {
    store,
    files,
    removeFiles: (id: string) => removeModel(caches, id),
    locks: navigator.locks,
    estimate: () => estimateStorage(navigator.storage),
    now: () => Date.now(),
  };
  const installer = createInstaller({
    ...storage,
    catalogue,
    async unload(id) {
      peers.unload(id);
      await engine.unload(id);
    },
    pauseElsewhere: peers.pause,
    onChange: changes.emit,
  });
  const adder = createFileAdder({
    ...storage,
    catalogue,
    installer,
    engines,
    examineFile,
    caches,
    fetch: (...request) => fetch(...request),
    isAllowed,
  });
  return { catalogue, installer, adder, observe: changes.observe };
}

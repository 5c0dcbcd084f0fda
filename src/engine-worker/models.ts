/** The catalogue and its installs, in the worker that outlives the page which asked for them. */
import { config } from "../config/config.ts";
import type { Model } from "../config/model.ts";
import { createWebLlmModels } from "../engine/web-llm/model-list/web-llm-models.ts";
import { type Catalogue, createCatalogue } from "../models/catalogue.ts";
import { estimateStorage } from "../models/estimate-storage.ts";
import { createInstaller, type Installer, type InstallerOptions } from "../models/installer.ts";
import { createModelFiles } from "../models/model-files.ts";
import { removeModel } from "../models/remove-models.ts";
import { createStore } from "../store/store.ts";
import { describeDevice } from "./device.ts";

export interface Models {
  readonly catalogue: Catalogue;
  readonly installer: Installer;
  /** A model that a request may name. Embedded ones are always there: a request installs them. */
  findModel(id: string): Promise<Model | undefined>;
}

export interface ModelsOptions extends Pick<InstallerOptions, "unload" | "pauseElsewhere" | "onChange"> {
  /** What relative paths of model files are relative to. */
  readonly scope: URL;
}

export function openModels({ scope, unload, pauseElsewhere, onChange }: ModelsOptions): Models {
  const store = createStore();
  const files = createModelFiles({ scope });
  const engines = [
    createWebLlmModels(async () => (await import("../config/web-llm-records.ts")).webLlmRecords),
  ];
  const catalogue = createCatalogue({
    config,
    engines,
    store,
    files,
    describeDevice,
    scope,
  });
  const installer = createInstaller({
    catalogue,
    engines,
    files,
    store,
    removeFiles: (id) => removeModel(caches, id),
    unload,
    pauseElsewhere,
    locks: navigator.locks,
    estimate: () => estimateStorage(navigator.storage),
    now: () => Date.now(),
    onChange,
  });
  return {
    catalogue,
    installer,
    async findModel(id) {
      const embedded = config.models.find((model) => model.id === id);
      if (embedded !== undefined) return embedded;
      const row = await store.modelRow(id);
      return row?.status === "installed" ? row.model : undefined;
    },
  };
}

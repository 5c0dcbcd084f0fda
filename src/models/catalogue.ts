/** All models that a person may install, with what is known of them and the state of their installs. */
import type { Model } from "../contract/model.ts";
import type { Config } from "../config/schema.ts";
import type { CatalogueEntry } from "../contract/catalogue.ts";
import type { ModelRow, ModelRowStore } from "../store/model-rows.ts";
import { type EntryState, describeEntry } from "./catalogue-entry.ts";
import type { Device } from "./compatibility.ts";
import type { EngineModels } from "./engine-models.ts";
import { findEngine, type InstallableModel } from "./installable-model.ts";
import type { ModelFiles } from "./model-files.ts";

export interface Catalogue {
  find(id: string): Promise<InstallableModel | undefined>;
  /** Embedded models first. Installs that are running count as paused here: the installer knows their progress. */
  entries(): Promise<readonly CatalogueEntry[]>;
}

export interface CatalogueOptions {
  readonly config: Pick<Config, "models" | "catalogue">;
  readonly engines: readonly EngineModels[];
  readonly store: Pick<ModelRowStore, "listModelRows">;
  readonly files: Pick<ModelFiles, "isInstalled">;
  readonly describeDevice: () => Promise<Device>;
  /** Base of relative addresses. */
  readonly scope: URL;
}

export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { config, engines, store, files, describeDevice, scope } = options;

  /** An installed model stays in the list when the deployment no longer names it. */
  async function listModels(rows: readonly ModelRow[]): Promise<ReadonlyMap<string, InstallableModel>> {
    const installed = rows.flatMap((row) => (row.status === "installed" ? [row.model] : []));
    const lists = await Promise.all(engines.map((engine) => engine.listModels()));
    return new Map<string, InstallableModel>([
      ...config.models.map((model) => [model.id, { type: "model", source: "embedded", model }] as const),
      ...(config.catalogue?.models ?? []).map((model) => [model.id, fromCatalogue(model)] as const),
      ...lists.flat().map((listed) => [listed.summary.id, { type: "listed", listed }] as const),
      ...installed.map((model) => [model.id, fromCatalogue(model)] as const),
    ]);
  }

  function sizeOf(model: Model): number {
    return findEngine(engines, model)?.describe(model)?.bytes ?? 0;
  }

  async function isEmbeddedInstalled(model: Model): Promise<boolean> {
    const groups = findEngine(engines, model)?.fileGroups(model);
    return groups !== undefined && files.isInstalled(groups.flatMap((group) => group.files));
  }

  async function findState(installable: InstallableModel, row: ModelRow | undefined): Promise<EntryState> {
    if (row?.status === "installed") return { type: "installed", bytes: sizeOf(row.model) };
    if (installable.type === "model" && installable.source === "embedded") {
      const { model } = installable;
      if (await isEmbeddedInstalled(model)) return { type: "installed", bytes: sizeOf(model) };
    }
    if (row === undefined) return { type: "not-installed" };
    const { loadedBytes, totalBytes } = row;
    if (row.status === "failed") return { type: "failed", message: row.message, loadedBytes, totalBytes };
    return { type: "paused", loadedBytes, totalBytes };
  }

  return {
    async find(id) {
      return (await listModels(await store.listModelRows())).get(id);
    },
    async entries() {
      const [rows, device] = await Promise.all([store.listModelRows(), describeDevice()]);
      const rowsById = new Map(rows.map((row) => [row.id, row]));
      return Promise.all(
        Array.from(await listModels(rows), async ([id, installable]) => {
          const state = await findState(installable, rowsById.get(id));
          return describeEntry(installable, state, { engines, device, scope });
        }),
      );
    },
  };
}

function fromCatalogue(model: Model): InstallableModel {
  return { type: "model", source: "catalogue", model };
}

/** All models that a person may install, with what is known of them and the state of their installs. */
import type { Model } from "../contract/model.ts";
import type { Config } from "../config/schema.ts";
import type { CatalogueEntry } from "../contract/catalogue.ts";
import type { EnginePreference } from "../contract/engine-name.ts";
import type { ModelRow, ModelRowStore, UnfinishedModelRow } from "../store/model-rows.ts";
import { type EntryState, describeEntry } from "./catalogue-entry.ts";
import type { Device } from "./compatibility.ts";
import type { EngineModels, ListedModel } from "./engine-models.ts";
import type { InstallableModel, KnownModel } from "./installable-model.ts";
import type { ModelFiles } from "./model-files.ts";
import { type EngineSelection, engineOptions, type SelectedEngine, selectEngines } from "./select-engines.ts";

/** Sizes, states and verdicts are those for the engine that would run each model here and now. */
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
  /** The engine that the person, or else the deployment, prefers. */
  readonly readPreference: () => Promise<EnginePreference>;
  /** Base of relative addresses. */
  readonly scope: URL;
}

export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { config, engines, store, files, describeDevice, readPreference, scope } = options;

  async function list(
    device: Device,
    rows: readonly ModelRow[],
  ): Promise<ReadonlyMap<string, InstallableModel>> {
    const selection = selectEngines(engines, device, await readPreference());
    const known = (models: readonly Model[], source: KnownModel["source"]) =>
      models.map((model) => [model.id, knownModel(model, source, selection)] as const);
    const lists = await Promise.all(
      engines.map(async (engine) =>
        (await engine.listModels()).map(
          (listed) => [listed.summary.id, listedModel(engine, listed, selection)] as const,
        ),
      ),
    );
    const remote = rows.flatMap((row) => {
      const found = row.status === "installed" ? undefined : listRemoteFile(engines, row);
      return found ? [[row.id, listedModel(found.engine, found.listed, selection)] as const] : [];
    });
    // An installed model stays in the list when the deployment no longer names it.
    const installed = rows.flatMap((row) => (row.status === "installed" ? [row.model] : []));
    return new Map([
      ...known(config.models, "embedded"),
      ...known(config.catalogue?.models ?? [], "catalogue"),
      ...lists.flat(),
      ...remote,
      ...known(installed, "catalogue"),
    ]);
  }

  async function areFilesPresent(engine: EngineModels | undefined, model: Model): Promise<boolean> {
    const groups = engine?.fileGroups(model);
    return groups !== undefined && files.isInstalled(groups.flatMap((group) => group.files));
  }

  /** An install from the catalogue gets the files of one engine. */
  function isInstalled({ model, source, engine }: KnownModel & SelectedEngine, row?: ModelRow) {
    if (source === "embedded") return areFilesPresent(engine, model);
    if (row?.status !== "installed") return false;
    return engineOptions(engines, model).length < 2 || areFilesPresent(engine, model);
  }

  async function findState(installable: InstallableModel, row: ModelRow | undefined): Promise<EntryState> {
    if (installable.type === "model" && (await isInstalled(installable, row))) {
      const { engine, model } = installable;
      return { type: "installed", bytes: engine?.describe(model)?.bytes ?? 0 };
    }
    if (row === undefined || row.status === "installed") return { type: "not-installed" };
    const { loadedBytes, totalBytes } = row;
    if (row.status === "failed") return { type: "failed", message: row.message, loadedBytes, totalBytes };
    return { type: "paused", loadedBytes, totalBytes };
  }

  return {
    async find(id) {
      const [rows, device] = await Promise.all([store.listModelRows(), describeDevice()]);
      return (await list(device, rows)).get(id);
    },
    async entries() {
      const [rows, device] = await Promise.all([store.listModelRows(), describeDevice()]);
      const rowsById = new Map(rows.map((row) => [row.id, row]));
      return Promise.all(
        Array.from(await list(device, rows), async ([id, installable]) => {
          const state = await findState(installable, rowsById.get(id));
          return describeEntry(installable, state, { device, scope });
        }),
      );
    },
  };
}

/** The model of a file that a person named by its address. */
function listRemoteFile(engines: readonly EngineModels[], { id, remote }: UnfinishedModelRow) {
  const engine = engines.find(({ listFile }) => listFile !== undefined);
  if (remote === undefined || engine?.listFile === undefined) return undefined;
  const { url } = remote;
  return { engine, listed: engine.listFile(id, remote, { base: new URL(".", url).href, url }) };
}

function knownModel(
  model: Model,
  source: KnownModel["source"],
  selection: EngineSelection,
): InstallableModel {
  return { type: "model", source, model, ...selection.forModel(model) };
}

function listedModel(
  engine: EngineModels,
  listed: ListedModel,
  selection: EngineSelection,
): InstallableModel {
  return { type: "listed", listed, ...selection.forListed(engine, listed) };
}

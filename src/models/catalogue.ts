/** Every model that a person may install here, what is known of it, and what it is at. */
import type { Model, WebLlmRecord } from "../config/model.ts";
import type { Config } from "../config/schema.ts";
import type { ModelRow, ModelRowStore } from "../store/model-rows.ts";
import type { CatalogueEntry } from "../contract/catalogue.ts";
import { type Device, checkCompatibility } from "./compatibility.ts";
import type { ModelFiles, CachedFile } from "./model-files.ts";
import { modelGpuRequirements, recordRequirements, summarise } from "./record.ts";

export type CatalogueItem =
  | { readonly type: "model"; readonly source: CatalogueEntry["source"]; readonly model: Model }
  | { readonly type: "record"; readonly record: WebLlmRecord };

export interface Catalogue {
  find(id: string): Promise<CatalogueItem | undefined>;
  /** Embedded models first. The progress of running installs is not in it. */
  entries(): Promise<readonly CatalogueEntry[]>;
}

export interface CatalogueOptions {
  readonly config: Config;
  /** Loads the list of web-llm's records. */
  readonly records: () => Promise<readonly WebLlmRecord[]>;
  readonly store: Pick<ModelRowStore, "listModelRows">;
  readonly files: Pick<ModelFiles, "isInstalled">;
  /** All files of a model. */
  readonly place: (model: Model) => readonly CachedFile[];
  readonly device: () => Promise<Device>;
  readonly scope: URL;
}

type State = CatalogueEntry["state"];

export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { config, records, store, files, place, device, scope } = options;

  /** A model that is installed stays in the list when the deployment no longer names it. */
  async function items(rows: readonly ModelRow[]): Promise<ReadonlyMap<string, CatalogueItem>> {
    const installed = rows.flatMap((row) => (row.status === "installed" ? [row.model] : []));
    return new Map<string, CatalogueItem>([
      ...config.models.map((model) => [model.id, { type: "model", source: "embedded", model }] as const),
      ...(config.catalogue?.models ?? []).map((model) => [model.id, fromCatalogue(model)] as const),
      ...(await records()).map((record) => [record.model_id, { type: "record", record }] as const),
      ...installed.map((model) => [model.id, fromCatalogue(model)] as const),
    ]);
  }

  async function stateOf(item: CatalogueItem, row: ModelRow | undefined): Promise<State> {
    if (row?.status === "installed") return { type: "installed", bytes: bytesOf(row.model) };
    if (item.type === "model" && item.source === "embedded" && (await files.isInstalled(place(item.model)))) {
      return { type: "installed", bytes: bytesOf(item.model) };
    }
    if (row === undefined) return { type: "not-installed" };
    const { loadedBytes, totalBytes } = row;
    if (row.status === "failed") return { type: "failed", message: row.message, loadedBytes, totalBytes };
    return { type: "paused", loadedBytes, totalBytes };
  }

  function describe(item: CatalogueItem, state: State, machine: Device): CatalogueEntry {
    if (item.type === "model") {
      const { model } = item;
      const base = model.engines["web-llm"]?.base ?? "";
      const downloadBytes = bytesOf(model);
      const needs = {
        ...modelGpuRequirements(model),
        memoryBytes: model.memory_bytes,
        downloadBytes: missingBytes(state, downloadBytes),
      };
      return {
        id: model.id,
        name: model.name,
        description: model.description,
        ownedBy: model.owned_by,
        license: model.license,
        contextLength: model.context_length,
        inputModalities: model.input_modalities,
        memoryBytes: model.memory_bytes,
        downloadBytes,
        source: item.source,
        origin: new URL(base, scope).host,
        state,
        fits: checkCompatibility(needs, machine),
      };
    }
    const { base, ...summary } = summarise(item.record);
    const downloadBytes = "totalBytes" in state ? state.totalBytes : null;
    return {
      ...summary,
      downloadBytes,
      source: "catalogue",
      origin: new URL(base).host,
      state,
      fits: checkCompatibility(recordRequirements(item.record, missingBytes(state, downloadBytes)), machine),
    };
  }

  return {
    async find(id) {
      return (await items(await store.listModelRows())).get(id);
    },
    async entries() {
      const [rows, machine] = await Promise.all([store.listModelRows(), device()]);
      const rowsById = new Map(rows.map((row) => [row.id, row]));
      return Promise.all(
        Array.from(await items(rows), async ([id, item]) =>
          describe(item, await stateOf(item, rowsById.get(id)), machine),
        ),
      );
    },
  };
}

function fromCatalogue(model: Model): CatalogueItem {
  return { type: "model", source: "catalogue", model };
}

function missingBytes(state: State, total: number | null): number | null {
  if (state.type === "installed") return 0;
  return total === null ? null : total - ("loadedBytes" in state ? state.loadedBytes : 0);
}

/** What the model's files weigh. */
export function bytesOf({ engines: { "web-llm": entry } }: Model): number {
  return entry === undefined ? 0 : entry.files.reduce((sum, { bytes }) => sum + bytes, entry.library.bytes);
}

/** Describes one model of the catalogue to pages. */
import type { Model } from "../contract/model.ts";
import type { CatalogueEntry } from "../contract/catalogue.ts";
import { checkCompatibility, type Device, incompatible } from "./compatibility.ts";
import type { EngineModels, ListedModel } from "./engine-models.ts";
import { findEngine, type InstallableModel } from "./installable-model.ts";

export type EntryState = CatalogueEntry["state"];

export interface EntryContext {
  readonly engines: readonly EngineModels[];
  readonly device: Device;
  /** Base of relative addresses. */
  readonly scope: URL;
}

export function describeEntry(
  installable: InstallableModel,
  state: EntryState,
  context: EntryContext,
): CatalogueEntry {
  return installable.type === "listed"
    ? describeListed(installable.listed, state, context)
    : describeModel(installable, state, context);
}

function describeListed(
  { summary, base, gpu }: ListedModel,
  state: EntryState,
  { device }: EntryContext,
): CatalogueEntry {
  const totalBytes = "totalBytes" in state ? state.totalBytes : null;
  const { memoryBytes } = summary;
  return {
    ...summary,
    downloadBytes: totalBytes,
    source: "catalogue",
    origin: new URL(base).host,
    state,
    fits: checkCompatibility({ gpu, memoryBytes, downloadBytes: missingBytes(state, totalBytes) }, device),
  };
}

function describeModel(
  { model, source }: { readonly model: Model; readonly source: CatalogueEntry["source"] },
  state: EntryState,
  { engines, device, scope }: EntryContext,
): CatalogueEntry {
  const info = findEngine(engines, model)?.describe(model);
  const downloadBytes = info?.bytes ?? 0;
  const memoryBytes = model.memory_bytes;
  return {
    id: model.id,
    name: model.name,
    description: model.description,
    ownedBy: model.owned_by,
    license: model.license,
    contextLength: model.context_length,
    inputModalities: model.input_modalities,
    memoryBytes,
    downloadBytes,
    source,
    origin: new URL(info?.base ?? "", scope).host,
    state,
    fits:
      info === undefined
        ? incompatible("No engine of this deployment runs it.")
        : checkCompatibility(
            { gpu: info.gpu, memoryBytes, downloadBytes: missingBytes(state, downloadBytes) },
            device,
          ),
  };
}

function missingBytes(state: EntryState, total: number | null): number | null {
  if (state.type === "installed") return 0;
  return total === null ? null : total - ("loadedBytes" in state ? state.loadedBytes : 0);
}

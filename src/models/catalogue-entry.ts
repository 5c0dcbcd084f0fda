/** Describes one model of the catalogue to pages. */
import type { CatalogueEntry } from "../contract/catalogue.ts";
import { checkSizes, type Device, incompatible, type SizeRequirements } from "./compatibility.ts";
import type { ListedModel } from "./engine-models.ts";
import type { InstallableModel, KnownModel } from "./installable-model.ts";
import type { SelectedEngine } from "./select-engines.ts";

export type EntryState = CatalogueEntry["state"];

export interface EntryContext {
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
    ? describeListed(installable.listed, installable, state, context)
    : describeModel(installable, state, context);
}

function describeListed(
  { summary, base, gpu }: ListedModel,
  { problem }: SelectedEngine,
  state: EntryState,
  { device }: EntryContext,
): CatalogueEntry {
  const totalBytes = "totalBytes" in state ? state.totalBytes : null;
  const { memoryBytes } = summary;
  return {
    ...summary,
    processor: gpu === null ? "cpu" : "gpu",
    downloadBytes: totalBytes,
    source: "catalogue",
    origin: new URL(base).host,
    state,
    fits: verdict(problem, { memoryBytes, downloadBytes: missingBytes(state, totalBytes) }, device),
  };
}

function describeModel(
  { model, source, engine, problem }: KnownModel & SelectedEngine,
  state: EntryState,
  { device, scope }: EntryContext,
): CatalogueEntry {
  const info = engine?.describe(model);
  const downloadBytes = info?.bytes ?? 0;
  const memoryBytes = info?.memoryBytes ?? model.memory_bytes;
  return {
    id: model.id,
    name: model.name,
    description: model.description,
    ownedBy: model.owned_by,
    license: model.license,
    contextLength: model.context_length,
    inputModalities: model.input_modalities,
    processor: info !== undefined && info.gpu !== null ? "gpu" : "cpu",
    memoryBytes,
    downloadBytes,
    source,
    origin: new URL(info?.base ?? "", scope).host,
    state,
    fits: verdict(problem, { memoryBytes, downloadBytes: missingBytes(state, downloadBytes) }, device),
  };
}

function verdict(
  problem: string | undefined,
  required: SizeRequirements,
  device: Device,
): CatalogueEntry["fits"] {
  return problem === undefined ? checkSizes(required, device) : incompatible(problem);
}

function missingBytes(state: EntryState, total: number | null): number | null {
  if (state.type === "installed") return 0;
  return total === null ? null : total - ("loadedBytes" in state ? state.loadedBytes : 0);
}

import type { Model } from "../contract/model.ts";
import type { CatalogueEntry } from "../contract/catalogue.ts";
import type { EngineModels, ListedModel } from "./engine-models.ts";

/** A model that a person may install, in either of the forms that the catalogue has. */
export type InstallableModel =
  /** Size and checksum of every file are known. */
  | { readonly type: "model"; readonly source: CatalogueEntry["source"]; readonly model: Model }
  /** They are found by installing it. */
  | { readonly type: "listed"; readonly listed: ListedModel };

/** The first engine that the model has files for. */
export function findEngine(engines: readonly EngineModels[], model: Model): EngineModels | undefined {
  return engines.find((engine) => engine.describe(model) !== undefined);
}

import type { Model } from "../contract/model.ts";
import type { CatalogueEntry } from "../contract/catalogue.ts";
import type { ListedModel } from "./engine-models.ts";
import type { SelectedEngine } from "./select-engines.ts";

/** A model whose files are known, each with its size and checksum. */
export interface KnownModel {
  readonly type: "model";
  readonly source: CatalogueEntry["source"];
  readonly model: Model;
}

/** A model that a person may install, in either of the forms that the catalogue has, and the engine that would run it. */
export type InstallableModel = SelectedEngine &
  (
    | KnownModel
    /** Sizes and checksums of its files are found by installing it. */
    | { readonly type: "listed"; readonly listed: ListedModel }
  );

import type { Model } from "../contract/model.ts";
import type { ModelRowStore } from "../store/model-rows.ts";

export type FindModel = (id: string) => Promise<Model | undefined>;

/**
 * Finds a model that a request may name: an embedded one, which a request installs, or one that was installed from the
 * catalogue.
 */
export function createFindModel(
  embedded: readonly Model[],
  store: Pick<ModelRowStore, "modelRow">,
): FindModel {
  return async (id) => {
    const model = embedded.find((one) => one.id === id);
    if (model !== undefined) return model;
    const row = await store.modelRow(id);
    return row?.status === "installed" ? row.model : undefined;
  };
}

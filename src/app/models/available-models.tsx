import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { CatalogueEntry } from "../../index.ts";
import { countOf } from "../ui/format.ts";
import { Section } from "../ui/page.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { installableModels } from "./find-models.ts";

export interface AvailableModelsProps {
  readonly entries: readonly CatalogueEntry[];
  readonly renderModel: (entry: CatalogueEntry) => ComponentChildren;
}

/** Number of models shown at first, and added each time. */
const PAGE_SIZE = 20;
/** A catalogue of up to this many models has no search field. */
const MAX_WITHOUT_SEARCH = 5;

/** Models to install, with a search; those that this device cannot run are hidden at first. */
export function AvailableModels({ entries, renderModel }: AvailableModelsProps) {
  const search = useSignal("");
  const onlyFitting = useSignal(true);
  const shown = useSignal(PAGE_SIZE);
  const all = installableModels(entries, { search: "", onlyFitting: false });
  const found = installableModels(entries, { search: search.value, onlyFitting: onlyFitting.value });
  const unfit = all.filter(({ fits }) => fits.type === "no").length;
  if (all.length === 0) return null;
  return (
    <Section title="Available">
      {(entries.length > MAX_WITHOUT_SEARCH || unfit > 0) && (
        <search class="model-search">
          <input
            type="search"
            class="input"
            aria-label="Search models"
            placeholder="Search by name or maker"
            value={search}
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
              shown.value = PAGE_SIZE;
            }}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={onlyFitting}
              onChange={({ currentTarget }) => void (onlyFitting.value = currentTarget.checked)}
            />
            Fits this device
          </label>
        </search>
      )}
      <p class="soft figure" role="status">
        {found.length === all.length
          ? countOf(all.length, "model")
          : `${found.length} of ${countOf(all.length, "model")}`}
      </p>
      {found.length === 0 ? (
        <p>No model matches. Use fewer words, or include models that do not fit this device.</p>
      ) : (
        <ul class="model-list">{found.slice(0, shown.value).map(renderModel)}</ul>
      )}
      <ShowMore
        shown={Math.min(shown.value, found.length)}
        total={found.length}
        noun="model"
        onMore={() => void (shown.value += PAGE_SIZE)}
      />
    </Section>
  );
}

/** Filters and sorts the models of the catalogue for the view. */
import type { CatalogueEntry } from "../../index.ts";

export interface ModelFilter {
  /** Words that must all occur in the name, the id, the maker or the description. */
  readonly search: string;
  /** Only models that this device can run. */
  readonly onlyFitting: boolean;
}

/** Models that are installed completely, or partly. Complete ones come first. */
export function modelsOnDevice(entries: readonly CatalogueEntry[]): readonly CatalogueEntry[] {
  const here = entries.filter(({ state }) => state.type !== "not-installed");
  return here.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** Models that can be installed: the deployment's own first, then by increasing memory. */
export function installableModels(
  entries: readonly CatalogueEntry[],
  { search, onlyFitting }: ModelFilter,
): readonly CatalogueEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .filter((entry) => {
      if (entry.state.type !== "not-installed") return false;
      if (onlyFitting && entry.fits.type === "no") return false;
      const text = `${entry.name} ${entry.id} ${entry.ownedBy} ${entry.description}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted(
      (a, b) =>
        Number(b.source === "embedded") - Number(a.source === "embedded") ||
        (a.memoryBytes ?? Infinity) - (b.memoryBytes ?? Infinity) ||
        a.name.localeCompare(b.name),
    );
}

function rank({ state }: CatalogueEntry): number {
  return state.type === "installed" ? 0 : 1;
}

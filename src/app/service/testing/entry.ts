import type { CatalogueEntry } from "../../../index.ts";

/** A model of the catalogue that fits the device and is not installed, with the changes of a test. */
export function entry(id: string, change: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    id,
    name: id,
    description: "",
    ownedBy: "someone",
    license: null,
    contextLength: 4096,
    inputModalities: ["text"],
    processor: "cpu",
    memoryBytes: null,
    downloadBytes: null,
    source: "catalogue",
    origin: "models.example",
    state: { type: "not-installed" },
    fits: { type: "yes" },
    ...change,
  };
}

import type { CatalogueEntry } from "../contract/catalogue.ts";
import type { EngineHostStatus } from "../contract/engine-host-status.ts";

/** The catalogue's entries with the current states of their installs. */
export function withInstalls(
  entries: readonly CatalogueEntry[],
  installs: EngineHostStatus["installs"],
): readonly CatalogueEntry[] {
  const states = new Map(installs.map(({ id, state }) => [id, state]));
  return entries.map((entry) => {
    const state = states.get(entry.id);
    return state === undefined ? entry : { ...entry, state };
  });
}

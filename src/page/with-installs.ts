import type { CatalogueEntry } from "../wire/catalogue.ts";
import type { HostStatus } from "../wire/status.ts";

/** The catalogue's entries with what their installs are at now. */
export function withInstalls(
  entries: readonly CatalogueEntry[],
  installs: HostStatus["installs"],
): readonly CatalogueEntry[] {
  const states = new Map(installs.map(({ id, state }) => [id, state]));
  return entries.map((entry) => {
    const state = states.get(entry.id);
    return state === undefined ? entry : { ...entry, state };
  });
}

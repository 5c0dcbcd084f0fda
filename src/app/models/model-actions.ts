import type { CatalogueEntry } from "../../index.ts";

/** Actions on a model, by its id. Each rejects with an error whose message is for the person. */
export interface ModelActions {
  readonly install: (id: string) => Promise<void>;
  readonly pause: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly makeDefault: (id: string) => Promise<void>;
}

export interface PrimaryAction {
  readonly label: string;
  readonly action: (id: string) => Promise<void>;
  readonly emphasis?: boolean;
}

/** The action of a model's one labelled button, which stays in place so that it keeps the focus; null: none. */
export function primaryActionOf(
  { state, fits }: CatalogueEntry,
  isDefault: boolean,
  { install, pause, makeDefault }: ModelActions,
): PrimaryAction | null {
  switch (state.type) {
    case "not-installed":
      return fits.type === "yes" ? { label: "Install", action: install } : null;
    case "installing":
      return { label: "Pause", action: pause };
    case "paused":
      return { label: "Resume", action: install, emphasis: true };
    case "failed":
      return { label: "Try again", action: install, emphasis: true };
    case "installed":
      return isDefault || fits.type === "no" ? null : { label: "Make default", action: makeDefault };
  }
}

/** True for the end of an install that the catalogue shows by itself, in every tab: a pause or a failed download. */
export function isInCatalogue(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "paused" || code === "model-failed";
}
